package org.shuffledcheckin.cli.control;

import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.control.rpc.AggregatorClient;
import org.shuffledcheckin.cli.control.rpc.Order;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Resumes a run. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Resumes a run that is paused, by an operator or after too many discarded rounds in a row,"
          + " and takes back a pause that still waits for the round at hand. A run that was ended"
          + " stays ended.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin control resume",
      "  checkin control resume --aggregator aggregator.example --keys /etc/checkin/operator"
    })
final class ResumeCommand implements Callable<Integer> {
  @Mixin private AggregatorOptions aggregator;
  @Mixin private OrderOutput output;

  @Override
  public Integer call() {
    try (AggregatorClient client = aggregator.client()) {
      return output.print(new Ordering(client).give(Order.RESUME));
    }
  }
}
