package org.shuffledcheckin.cli.option;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.planner.SumPlan;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.accountant.sums.SumNoise;
import org.shuffledcheckin.accountant.sums.SummedRound;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import picocli.CommandLine.Option;

/** Whether single reports or only their sum is seen, and what a sum needs. */
public final class SumOptions {
  /** What leaves the shuffler. */
  enum Form {
    SHUFFLED,
    DISTRIBUTED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final double LEAST_GRID_NOISE = 4;
  private static final double MOST_DISCARDED = 0.01;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      defaultValue = "shuffled",
      description =
          "What leaves the shuffler: shuffled (every report, without its sender, default) or"
              + " distributed (only the sum of a round's reports and how many they are; clients flip"
              + " a coin).")
  private Form form;

  @Option(
      names = "--client-noise",
      paramLabel = "SIGMA",
      description =
          "distributed: noise of one report, in units of the clipping size. The sum of k carries"
              + " SIGMA times the root of k.")
  private Double clientNoise;

  @Option(
      names = "--grid-bound",
      paramLabel = "R",
      description =
          "distributed: the clipping size in units of the grid that noise is drawn on. Default:"
              + " 4096.")
  private Integer gridBound;

  @Option(
      names = "--grid-noise",
      paramLabel = "S",
      description = "distributed: SIGMA times R, instead of --client-noise; at least 4.")
  private Double gridNoise;

  @Option(
      names = "--dimension",
      paramLabel = "D",
      description = "distributed: how many numbers a report has. Default: 1000000.")
  private Integer dimension;

  @Option(
      names = "--least-reports",
      paramLabel = "K",
      converter = CountConverter.class,
      description =
          "distributed: a sum of fewer reports is never released. Default: what all but 1 in 200"
              + " rounds reach, --dropout considered.")
  private Long leastReports;

  @Option(
      names = "--strike-share",
      paramLabel = "RHO",
      description =
          "distributed: the share of a round's reports that the aggregator may refuse, in [0, 1)."
              + " Default: 0.1.")
  private Double strikeShare;

  /** Whether only sums are seen. */
  public boolean isDistributed() {
    return form == Form.DISTRIBUTED;
  }

  /** Whether the noise of a report was given. */
  public boolean hasNoise() {
    return clientNoise != null || gridNoise != null;
  }

  /** Refuses what would have no effect. */
  void requireUnused() {
    if (Stream.of(clientNoise, gridBound, gridNoise, dimension, leastReports, strikeShare)
        .anyMatch(Objects::nonNull)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--client-noise, --grid-bound, --grid-noise, --dimension, --least-reports and"
              + " --strike-share go with --form distributed");
    }
  }

  /**
   * The round, with the limits that were not given chosen for the dropout.
   *
   * @param clients all of them
   * @param honest those who draw and add noise as they should
   * @param lossLimit how many reports may be missing, null if it was not given
   */
  SumPlan plan(long clients, long honest, double rate, Long lossLimit, double dropout) {
    double share =
        strikeShare == null ? 0.1 : Arguments.requireFraction("--strike-share", strikeShare);
    SummedRound sample =
        new SummedRound(
            honest,
            clients - honest,
            Arguments.requireRate("--check-in-rate", rate),
            new SumNoise.Discrete(hasNoise() ? noise() : LEAST_GRID_NOISE, bound()),
            dimension == null ? 1_000_000 : dimension,
            new ReleaseRule(0, 1, share));
    ReleaseRule chosen = SumPlan.forDropout(sample, dropout, MOST_DISCARDED).round().release();
    ReleaseRule rule =
        new ReleaseRule(
            lossLimit == null ? chosen.lossLimit() : lossLimit,
            leastReports == null
                ? chosen.leastReports()
                : Arguments.requireAtLeast("--least-reports", leastReports, 1),
            share);
    return SumPlan.of(sample.withRelease(rule), dropout);
  }

  private int bound() {
    return gridBound == null ? 4096 : (int) Arguments.requireAtLeast("--grid-bound", gridBound, 1);
  }

  private double noise() {
    if (clientNoise != null && gridNoise != null) {
      throw new CommandFailure(
          ExitCode.USAGE, "only one of --client-noise and --grid-noise may be given");
    }
    if (gridNoise != null) {
      return Arguments.requireBetween("--grid-noise", gridNoise, LEAST_GRID_NOISE, 1e9);
    }
    double noise = Arguments.requirePositive("--client-noise", clientNoise) * bound();
    if (noise < LEAST_GRID_NOISE) {
      throw new IllegalArgumentException(
          "--client-noise must be at least "
              + LEAST_GRID_NOISE / bound()
              + " with --grid-bound "
              + bound()
              + " but is "
              + clientNoise);
    }
    return noise;
  }
}
