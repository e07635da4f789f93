package org.shuffledcheckin.cli.control;

import java.util.Optional;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.control.rpc.AggregatorClient;
import org.shuffledcheckin.cli.control.rpc.Order;
import org.shuffledcheckin.kit.server.OperatorCallException;

/** Gives one order to a run, having looked at it first. */
final class Ordering {
  private final AggregatorClient aggregator;
  private final RunStatus before;

  Ordering(AggregatorClient aggregator) {
    this.aggregator = aggregator;
    this.before = aggregator.status();
  }

  /** Where the run stood when this was made. */
  RunStatus before() {
    return before;
  }

  /**
   * Gives the order, unless the run has ended. It is given to a run that seems to be as ordered
   * already, because another order may be waiting for the round at hand.
   */
  OrderOutcome give(Order order) {
    if (before.state().hasEnded()) {
      return new OrderOutcome(order, false, before, Optional.of(before));
    }
    aggregator.give(order);
    return new OrderOutcome(order, true, before, after(order));
  }

  private Optional<RunStatus> after(Order order) {
    try {
      return Optional.of(aggregator.status());
    } catch (OperatorCallException e) {
      // An aggregator whose run has ended leaves, unless it was told to stay.
      if (order == Order.END && e.refusal().isEmpty()) {
        return Optional.empty();
      }
      throw new CommandFailure(
          e.refusal().isPresent() ? ExitCode.FAILED : ExitCode.UNAVAILABLE,
          "the order to " + order.word() + " was taken, but then " + e.getMessage());
    }
  }
}
