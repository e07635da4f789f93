package org.shuffledcheckin.cli.option;

import picocli.CommandLine.Option;

/** The delta of an (epsilon, delta) guarantee. */
public final class DeltaOption {
  @Option(
      names = "--delta",
      paramLabel = "DELTA",
      description = "Delta of the guarantee, in (0, 1). Default: 1/N.")
  private Double delta;

  /** The value, by default 1/clients. */
  public double value(long clients) {
    double value = delta == null ? 1.0 / Math.max(2, clients) : delta;
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException("--delta must be in (0, 1) but is " + value);
    }
    return value;
  }
}
