package org.shuffledcheckin.kit.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The text a configuration value has where nobody gives it, written as a user would. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
  /** The value's text; for a list, its items separated by commas, or nothing for the empty list. */
  String value();
}
