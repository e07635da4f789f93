package org.shuffledcheckin.cli.control;

import java.util.concurrent.Callable;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.cli.control.rpc.AggregatorClient;
import org.shuffledcheckin.cli.control.rpc.Order;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a run for good. */
@Command(
    name = "end",
    mixinStandardHelpOptions = true,
    description = {
      "Ends the run for good when the round at hand is finished. That cannot be taken back: more"
          + " training is a new run with a budget of its own. Model and ledger stay.",
      "Asks first; where nobody can be asked, because there is no terminal, it needs --yes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin control end",
      "  checkin control end --yes --json       for scripts"
    })
final class EndCommand implements Callable<Integer> {
  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Mixin private AggregatorOptions aggregator;
  @Mixin private OrderOutput output;

  @Override
  public Integer call() {
    if (!yes && !Terminal.isThere()) {
      throw new IllegalArgumentException(
          "a run that was ended cannot be resumed, and without a terminal nobody can be asked"
              + " whether that is meant: say --yes");
    }
    try (AggregatorClient client = aggregator.client()) {
      Ordering ordering = new Ordering(client);
      if (!yes && !ordering.before().state().hasEnded()) {
        ask(client.peer(), ordering.before());
      }
      return output.print(ordering.give(Order.END));
    }
  }

  private static void ask(String peer, RunStatus status) {
    String answer =
        System.console()
            .readLine(
                "At %s %s.%nEnd it for good? Type yes to do so: ",
                peer, OrderOutcome.words(status));
    if (answer == null || !answer.strip().equalsIgnoreCase("yes")) {
      throw new CommandFailure(ExitCode.FAILED, "nothing was ordered: the answer was not yes");
    }
  }
}
