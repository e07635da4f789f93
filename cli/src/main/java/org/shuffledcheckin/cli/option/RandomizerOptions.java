package org.shuffledcheckin.cli.option;

import java.util.function.DoubleFunction;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import picocli.CommandLine.Option;

/** What a single report promises: Gaussian noise, pure epsilon0, or that of a named randomiser. */
public final class RandomizerOptions {
  @Option(
      names = "--randomizer",
      paramLabel = "KIND",
      converter = RandomizerKindConverter.class,
      description =
          "Which randomiser, as in a configuration: gaussian, ldp-sgd, laplace or k-ary. What is"
              + " known of its law makes a run cheaper. Without it --epsilon0 stands for any pure"
              + " one.")
  private RandomizerKind kind;

  @Option(
      names = "--epsilon0",
      paramLabel = "E0",
      description = "Every report is E0-locally private.")
  private Double epsilon0;

  @Option(
      names = "--categories",
      paramLabel = "K",
      description = "Number of categories of --randomizer k-ary.")
  private Integer categories;

  @Option(
      names = "--noise-multiplier",
      paramLabel = "SIGMA",
      description =
          "Every report carries Gaussian noise of SIGMA times the clipping size per coordinate;"
              + " that replacing a record moves it by twice the clipping size is accounted for.")
  private Double noiseMultiplier;

  /** The promise; exactly one of its two numbers must be given. */
  public LocalGuarantee guarantee() {
    if ((epsilon0 == null) == (noiseMultiplier == null)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "exactly one of --epsilon0 and --noise-multiplier must be given but "
              + (epsilon0 == null ? "none is" : "both are"));
    }
    if (noiseMultiplier == null) {
      return pure().apply(Arguments.requirePositive("--epsilon0", epsilon0));
    }
    if (kind != null && kind != RandomizerKind.GAUSSIAN) {
      throw new CommandFailure(
          ExitCode.USAGE, "--randomizer " + kind.label() + " needs --epsilon0");
    }
    requireCategories(false);
    return new LocalGuarantee.Gaussian(
        Arguments.requirePositive("--noise-multiplier", noiseMultiplier));
  }

  /** Refuses what says something about single reports, where none is seen. */
  void requireNone() {
    if (kind != null || epsilon0 != null || categories != null || noiseMultiplier != null) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--randomizer, --epsilon0, --categories and --noise-multiplier go with --form shuffled;"
              + " --form distributed has --client-noise");
    }
  }

  /** The promise of the named randomiser, or of any pure one, as it depends on epsilon0. */
  public DoubleFunction<LocalGuarantee> pure() {
    if (kind == RandomizerKind.GAUSSIAN) {
      throw new CommandFailure(
          ExitCode.USAGE, "--randomizer gaussian needs --noise-multiplier, not --epsilon0");
    }
    requireCategories(kind == RandomizerKind.K_ARY);
    return kind == null
        ? LocalGuarantee.PureLdp::new
        : value -> kind.guarantee(value, categories == null ? 0 : categories);
  }

  private void requireCategories(boolean needed) {
    if (needed != (categories != null)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          needed
              ? "--randomizer k-ary needs --categories"
              : "--categories goes with --randomizer k-ary alone");
    }
  }
}
