package org.shuffledcheckin.cli.control;

import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.control.rpc.AggregatorLine;
import org.shuffledcheckin.cli.control.rpc.Order;
import org.shuffledcheckin.cli.control.rpc.RunStanding;

/** Gives one order to a run, having looked at it first. */
final class Ordering {
  private final AggregatorLine line;
  private final RunStanding before;

  Ordering(AggregatorLine line) {
    this.line = line;
    this.before = line.standing();
  }

  /** Where the run stood when this was made. */
  RunStanding before() {
    return before;
  }

  /**
   * Gives the order, unless the run has ended. It is given to a run that seems to be as ordered
   * already, because another order may be waiting for the round at hand.
   */
  OrderOutcome give(Order order) {
    if (before.isEnded()) {
      return new OrderOutcome(order, false, before, before);
    }
    line.give(order);
    return new OrderOutcome(order, true, before, after(order));
  }

  private RunStanding after(Order order) {
    try {
      return line.standing();
    } catch (CommandFailure e) {
      // An aggregator whose run has ended leaves, unless it was told to stay.
      if (order == Order.END && e.exitCode() == ExitCode.UNAVAILABLE) {
        return before.gone();
      }
      throw new CommandFailure(
          e.exitCode(), "the order to " + order.word() + " was taken, but then " + e.getMessage());
    }
  }
}
