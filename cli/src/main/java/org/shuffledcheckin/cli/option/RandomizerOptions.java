package org.shuffledcheckin.cli.option;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import picocli.CommandLine.Option;

/** What a single report promises: pure epsilon0, or Gaussian noise. */
public final class RandomizerOptions {
  @Option(
      names = "--epsilon0",
      paramLabel = "E0",
      description = "Every report is E0-locally private (any pure randomiser).")
  private Double epsilon0;

  @Option(
      names = "--noise-multiplier",
      paramLabel = "SIGMA",
      description =
          "Every report carries Gaussian noise of SIGMA times the clipping size per coordinate;"
              + " that replacing a record moves it by twice the clipping size is accounted for.")
  private Double noiseMultiplier;

  /** The promise; exactly one of the two flags must be given. */
  public LocalGuarantee guarantee() {
    if ((epsilon0 == null) == (noiseMultiplier == null)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "exactly one of --epsilon0 and --noise-multiplier must be given but "
              + (epsilon0 == null ? "none is" : "both are"));
    }
    if (epsilon0 != null) {
      return new LocalGuarantee.PureLdp(Arguments.requirePositive("--epsilon0", epsilon0));
    }
    return new LocalGuarantee.Gaussian(
        Arguments.requirePositive("--noise-multiplier", noiseMultiplier));
  }
}
