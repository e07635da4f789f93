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
      "      --epsilon0 4 --delta 1e-8 --honest-fraction 0.9 --json"
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
    CheckInRound round = checkIn.round();
    long times = rounds.value();
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
