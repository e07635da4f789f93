package org.shuffledcheckin.cli.control;

import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.control.rpc.AggregatorClient;
import org.shuffledcheckin.cli.control.rpc.Order;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pauses a run. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description = {
      "Pauses the run between two rounds: the round at hand is finished, no other is opened and"
          + " paid for until 'checkin control resume'. Pausing twice does no harm.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin control pause",
      "  checkin control pause --json | jq -r .state"
    })
final class PauseCommand implements Callable<Integer> {
  @Mixin private AggregatorOptions aggregator;
  @Mixin private OrderOutput output;

  @Override
  public Integer call() {
    try (AggregatorClient client = aggregator.client()) {
      return output.print(new Ordering(client).give(Order.PAUSE));
    }
  }
}
