package org.shuffledcheckin.cli.option;

import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** A seed for runs that shall be repeatable; never for noise that protects anybody. */
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "SEED",
      converter = CountConverter.class,
      description = "Repeat a run exactly. Such a run protects nobody: its noise can be foretold.")
  private Long seed;

  /** The seed, if one was given. */
  public OptionalLong value() {
    return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
  }
}
