package org.shuffledcheckin.cli.account;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.DeltaOption;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The proven epsilon of a run. */
@Command(
    name = "epsilon",
    mixinStandardHelpOptions = true,
    description = {"The proven epsilon of a run at a delta.", ""},
    footer = {
      "",
      "The bound holds for a client whose record is replaced by another, against",
      "everybody who sees what leaves the shuffler, if N honest clients draw in",
      "every round, shuffler and aggregator do not collude and the rounds are as",
      "planned, whatever they show.",
      "",
      "Examples:",
      "  checkin account epsilon --clients 60000 --check-in-rate 0.05 \\",
      "      --rounds 60 --noise-multiplier 1",
      "  checkin account epsilon --clients 1e6 --check-in-rate 1e-3 --rounds 1e4 \\",
      "      --epsilon0 4 --delta 1e-8 --honest-fraction 0.9 --json",
      "  checkin account epsilon --form distributed --clients 60000 \\",
      "      --check-in-rate 0.05 --rounds 60 --client-noise 0.0674",
      "",
      "With --form distributed only the sum of a round's reports is seen. Both who look",
      "are shown: the aggregator, and the shuffler, which knows who reported and counts",
      "unless the models it relays are sealed from it. Both hold whatever reports get",
      "lost and are struck, down to the least that a sum needs."
    })
final class EpsilonCommand implements Runnable {
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;
  @Mixin private DeltaOption delta;
  @Mixin private AnalysisOptions analysis;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    long times = rounds.value();
    if (checkIn.isDistributed()) {
      analysis.requireForSums();
      SumAnswer answer = new SumAnswer(checkIn.summed(), times);
      answer.print(
          spec.commandLine().getOut(),
          json,
          analysis.ordered(answer.epsilons(delta.value(checkIn.clients()))));
      return;
    }
    CheckInRound round = checkIn.round();
    UpperBound bound =
        analysis.accountant().compose(round, times).epsilon(delta.value(checkIn.clients()));
    new Answer(bound, round, times, analysis.caveat())
        .print(
            spec.commandLine().getOut(),
            json,
            "epsilon  " + Figures.of(bound.epsilon(), bound.kind()),
            "delta    " + Figures.of(bound.delta()));
  }
}
