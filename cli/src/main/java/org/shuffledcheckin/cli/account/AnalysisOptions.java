package org.shuffledcheckin.cli.account;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import picocli.CommandLine.Option;

/** How the proven bounds are found, and against whom. */
final class AnalysisOptions {
  @Option(
      names = "--clones",
      paramLabel = "WHICH",
      defaultValue = "clones23",
      description =
          "Analysis of pure randomisers with bernoulli check-in: clones23 (default) or clones21"
              + " (proven too, looser).")
  private CloneAnalysis clones;

  @Option(
      names = "--observer",
      paramLabel = "WHO",
      defaultValue = "aggregator",
      description =
          "Who looks: aggregator (sees reports without senders, default) or shuffler (knows who"
              + " checked in, sees sums).")
  private SoundOptions.Observer observer;

  @Option(
      names = "--own-rate",
      paramLabel = "RATE",
      description =
          "Speak for a client that checks in at another rate than the announced one; it is not"
              + " among the N.")
  private Double ownRate;

  /** An accountant of this analysis that has seen no round. */
  SoundAccountant accountant() {
    SoundOptions options = SoundOptions.DEFAULT.withClones(clones).withObserver(observer);
    return SoundAccountant.create(
        ownRate == null
            ? options
            : options.withOwnRate(Arguments.requireProbability("--own-rate", ownRate)));
  }

  /** Refuses what distributed check-in has only one of. */
  void requireForSums() {
    if (ownRate != null) {
      throw new CommandFailure(
          ExitCode.USAGE, "--own-rate goes with --form shuffled: for sums nothing is proven of it");
    }
  }

  /** The same rows with those of the asked observer first. */
  List<SumAnswer.Row> ordered(List<SumAnswer.Row> rows) {
    if (observer == SoundOptions.Observer.AGGREGATOR) {
      return rows;
    }
    List<SumAnswer.Row> all = new ArrayList<>(rows);
    all.add(0, all.remove(1));
    return all;
  }

  /** The same against the shuffler. */
  SoundAccountant accountantAgainstShuffler() {
    return SoundAccountant.create(
        SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
  }

  /** What has to be said with a result, or nothing. */
  String caveat() {
    return clones == CloneAnalysis.CLONES21 ? "clones21 is looser than clones23, the default" : "";
  }
}
