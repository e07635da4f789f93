package org.shuffledcheckin.cli.control;

import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.control.rpc.Order;
import org.shuffledcheckin.cli.control.rpc.RunStanding;
import org.shuffledcheckin.cli.control.rpc.RunStanding.State;

/**
 * What became of an order.
 *
 * @param taken whether it was given at all
 * @param before where the run stood
 * @param after where it stands
 */
record OrderOutcome(Order order, boolean taken, RunStanding before, RunStanding after) {
  /** Whether the run is, or will be, as ordered. */
  int exitCode() {
    return after.isEnded() && order != Order.END ? ExitCode.FAILED : ExitCode.OK;
  }

  /** What happens next, in half a sentence. */
  String next() {
    return switch (order) {
      case PAUSE -> afterPause();
      case RESUME -> afterResume();
      case END -> afterEnd();
    };
  }

  private String afterPause() {
    if (after.isEnded()) {
      return "there is nothing to pause";
    }
    if (after.state() != State.PAUSED) {
      return "it pauses before the next round, when the one at hand is finished";
    }
    String resume = "'checkin control resume' lets it go on";
    return before.state() == State.PAUSED ? "it was paused already; " + resume : resume;
  }

  private String afterResume() {
    if (after.isEnded()) {
      return "there is nothing to resume";
    }
    String goesOn =
        after.state() == State.STALLED
            ? "it goes on by itself when that is mended"
            : "it goes on now";
    return before.state() == State.PAUSED ? goesOn : "it was not paused; " + goesOn;
  }

  private String afterEnd() {
    if (!taken) {
      return "there is nothing left to end";
    }
    return switch (after.state()) {
      case BUDGET_SPENT, FINISHED, REFUSED -> "that is for good";
      case GONE -> "one without --stay leaves when its run has ended";
      case TRAINING, PAUSED, STALLED ->
          "it ends for good before the next round, when the one at hand is finished";
    };
  }
}
