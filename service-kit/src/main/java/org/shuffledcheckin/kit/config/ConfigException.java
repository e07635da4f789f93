package org.shuffledcheckin.kit.config;

import java.util.List;

/** Says everything that is wrong with a configuration, each problem with the key it concerns. */
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  ConfigException(String source, List<String> problems) {
    super(source + ": " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, one sentence each. */
  public List<String> problems() {
    return problems;
  }
}
