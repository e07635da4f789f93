package org.shuffledcheckin.kit.config;

import java.util.List;
import java.util.Map;

/** Reads a section whose keys depend on what the section says. */
public interface SectionReader {
  /** Every key that the section may have, relative to it. */
  List<ConfigKey> keys();

  /**
   * Makes the section's value.
   *
   * @param given texts by relative key
   * @throws IllegalArgumentException if they do not belong together, in words for the operator
   */
  Object read(Map<String, String> given);
}
