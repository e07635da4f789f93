package org.shuffledcheckin.cli.option;

import org.shuffledcheckin.accountant.Arguments;
import picocli.CommandLine.Option;

/** How many rounds there are. */
public final class RoundsOption {
  @Option(
      names = "--rounds",
      paramLabel = "T",
      converter = CountConverter.class,
      description = "How many rounds.")
  private Long rounds;

  /** Whether the flag was given. */
  public boolean isGiven() {
    return rounds != null;
  }

  /** The number of rounds, at least 0. */
  public long value() {
    return Arguments.requireAtLeast("--rounds", Given.require("--rounds", rounds), 0);
  }

  /** The number of rounds where none would be no plan. */
  public long atLeastOne() {
    return Arguments.requireAtLeast("--rounds", Given.require("--rounds", rounds), 1);
  }
}
