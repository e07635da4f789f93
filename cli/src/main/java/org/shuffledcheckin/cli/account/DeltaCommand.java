package org.shuffledcheckin.cli.account;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The proven delta of a run. */
@Command(
    name = "delta",
    mixinStandardHelpOptions = true,
    description = {"The proven delta of a run at an epsilon.", ""},
    footer = {
      "",
      "Example:",
      "  checkin account delta --clients 60000 --check-in-rate 0.05 \\",
      "      --rounds 60 --noise-multiplier 1 --epsilon 0.5"
    })
final class DeltaCommand implements Runnable {
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;

  @Option(
      names = "--epsilon",
      paramLabel = "EPSILON",
      required = true,
      description = "Epsilon of the guarantee, at least 0.")
  private double epsilon;

  @Mixin private AnalysisOptions analysis;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "--epsilon must be finite and at least 0 but is " + epsilon);
    }
    long times = rounds.value();
    if (checkIn.isDistributed()) {
      analysis.requireForSums();
      SumAnswer answer = new SumAnswer(checkIn.summed(), times);
      answer.printDeltas(
          spec.commandLine().getOut(),
          json,
          analysis.ordered(answer.both(accountant -> accountant.delta(epsilon))));
      return;
    }
    CheckInRound round = checkIn.round();
    UpperBound bound = analysis.accountant().compose(round, times).delta(epsilon);
    new Answer(bound, round, times, analysis.caveat())
        .print(
            spec.commandLine().getOut(),
            json,
            "delta    " + Figures.of(bound.delta(), bound.kind()),
            "epsilon  " + Figures.of(bound.epsilon()));
  }
}
