package org.shuffledcheckin.cli.loadtest;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.loadtest.LoadPlan;
import org.shuffledcheckin.report.randomizer.ReportForm;
import picocli.CommandLine.Option;

/** The numbers of a load test, with the product's usual names. */
final class LoadOptions {
  @Option(
      names = "--clients",
      paramLabel = "N",
      converter = CountConverter.class,
      description =
          "Simulated clients, honest and not (default: 100000, quick: 2000; with --shuffler: as"
              + " many as there are tokens).")
  private Long clients;

  @Option(
      names = "--misbehaving",
      paramLabel = "SHARE",
      description =
          "Share of the clients that misbehave, in [0, 1) (default: 0.01, quick: 0.05;"
              + " quick and distributed: 0.02).")
  private Double misbehaving;

  @Option(
      names = "--dropout-rate",
      paramLabel = "SHARE",
      defaultValue = "0.01",
      description =
          "Share of the honest clients that vanish in a round after drawing, in [0, 1). Above 0"
              + " every round lasts its full time, because nobody knows who will not come;"
              + " with 0 a round ends when all is delivered (default: ${DEFAULT-VALUE}).")
  private double dropoutRate;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "shuffled: the aggregator sees every report, in random order; or distributed: it sees"
              + " their sum alone (default: ${DEFAULT-VALUE}).",
      defaultValue = "shuffled")
  private ReportForm form;

  @Option(
      names = "--check-in-rate",
      paramLabel = "RATE",
      description =
          "Mean number of reports of an honest client in a round (default: ${DEFAULT-VALUE}).",
      defaultValue = "0.05")
  private Double checkInRate;

  @Option(
      names = "--noise-multiplier",
      paramLabel = "SIGMA",
      description = "Noise of every report in units of the clip (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private Double noiseMultiplier;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "features, softmax, mlp or cnn; decides how long reports are (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "features")
  private String model;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      converter = CountConverter.class,
      description = "Rounds at most (default: 10, quick: 3).")
  private Long rounds;

  @Option(
      names = "--round-seconds",
      paramLabel = "S",
      description = "How long a round is open at most (default: 10, quick: 3).")
  private Long roundSeconds;

  @Option(
      names = "--max-seconds",
      paramLabel = "S",
      description =
          "Begin no round after so long; the one under way is finished (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "600")
  private long maxSeconds;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description =
          "Seed of records, first model and attacks; draws and noise are never seeded (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  /**
   * The plan: the defaults, changed where a flag was given.
   *
   * @param enrolled how many clients there are, where the system is not started here
   */
  LoadPlan plan(boolean quick, OptionalInt enrolled) {
    long most = enrolled.isPresent() ? enrolled.getAsInt() : quick ? 2000 : 100_000;
    long asked = Optional.ofNullable(clients).orElse(most);
    if (enrolled.isPresent() && asked > enrolled.getAsInt()) {
      throw new IllegalArgumentException(
          "--clients must be at most %d, one for each token, but is %d"
              .formatted(enrolled.getAsInt(), asked));
    }
    try {
      return new LoadPlan(
          new LoadPlan.Clients(
              asked, Optional.ofNullable(misbehaving).orElse(share(quick)), dropoutRate),
          new LoadPlan.Reports(form, checkInRate, noiseMultiplier, model),
          new LoadPlan.Rounds(
              Optional.ofNullable(rounds).orElse(quick ? 3L : 10L),
              Duration.ofSeconds(Optional.ofNullable(roundSeconds).orElse(quick ? 3L : 10L)),
              Duration.ofSeconds(maxSeconds)),
          seed);
    } catch (IllegalArgumentException e) {
      // The plan's messages begin with the name of the flag.
      throw new IllegalArgumentException("--" + e.getMessage(), e);
    }
  }

  /** A sum hides nobody unless it has more honest reports than there are misbehaving clients. */
  private double share(boolean quick) {
    return !quick ? 0.01 : form == ReportForm.DISTRIBUTED ? 0.02 : 0.05;
  }

  /** Flags that only the aggregator of a running system decides, where they were given. */
  List<String> ofTheAggregator(List<String> given) {
    return Stream.of(
            "--form", "--check-in-rate", "--noise-multiplier", "--model", "--round-seconds")
        .filter(given::contains)
        .toList();
  }
}
