package org.shuffledcheckin.kit.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a section that is no record of fixed keys but read by a class of its own. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ReadBy {
  /** The reader; it has a public constructor without arguments. */
  Class<? extends SectionReader> value();
}
