package org.shuffledcheckin.cli.control;

import java.util.Optional;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.control.rpc.AggregatorLine;
import org.shuffledcheckin.cli.control.rpc.Order;

/** Gives one order to a run, having looked at it first. */
final class Ordering {
  private final AggregatorLine line;
  private final RunStatus before;

  Ordering(AggregatorLine line) {
    this.line = line;
    this.before = line.status();
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
    line.give(order);
    return new OrderOutcome(order, true, before, after(order));
  }

  private Optional<RunStatus> after(Order order) {
    try {
      return Optional.of(line.status());
    } catch (CommandFailure e) {
      // An aggregator whose run has ended leaves, unless it was told to stay.
      if (order == Order.END && e.exitCode() == ExitCode.UNAVAILABLE) {
        return Optional.empty();
      }
      throw new CommandFailure(
          e.exitCode(), "the order to " + order.word() + " was taken, but then " + e.getMessage());
    }
  }
}
