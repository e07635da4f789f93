package org.shuffledcheckin.cli.control;

import java.util.Locale;
import java.util.Optional;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.control.rpc.Order;

/**
 * What became of an order.
 *
 * @param taken whether it was given at all
 * @param before where the run stood
 * @param after where it stands; nothing if its aggregator took the order and answers no more
 */
record OrderOutcome(Order order, boolean taken, RunStatus before, Optional<RunStatus> after) {
  /** Whether the run is, or will be, as ordered. */
  int exitCode() {
    return hasEnded() && order != Order.END ? ExitCode.FAILED : ExitCode.OK;
  }

  private boolean hasEnded() {
    return after.map(RunStatus::state).filter(RunState::hasEnded).isPresent();
  }

  private boolean isNow(RunState state) {
    return after.map(RunStatus::state).equals(Optional.of(state));
  }

  /** Where the run stands, in half a sentence. */
  String words() {
    return after
        .map(OrderOutcome::words)
        .orElse("the aggregator took the order and answers no more");
  }

  /** Where a run stands, in half a sentence. */
  static String words(RunStatus status) {
    long count = status.totals().committed() + status.totals().discarded();
    String rounds = String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "round" : "rounds");
    String detail = status.detail().replaceFirst("[.]$", "");
    String why = detail.isBlank() ? "" : " (" + detail + ")";
    return switch (status.state()) {
      case TRAINING, RUNNING -> "the run is training, " + rounds + " done";
      case PAUSED, STOPPED -> "the run is paused after " + rounds;
      case STALLED -> "the run is stalled after " + rounds + why;
      case BUDGET_SPENT, FINISHED, REFUSED -> "the run has ended after " + rounds + why;
    };
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
    if (hasEnded()) {
      return "there is nothing to pause";
    }
    if (!isNow(RunState.PAUSED)) {
      return "it pauses before the next round, when the one at hand is finished";
    }
    String resume = "'checkin control resume' lets it go on";
    return before.state() == RunState.PAUSED ? "it was paused already; " + resume : resume;
  }

  private String afterResume() {
    if (hasEnded()) {
      return "there is nothing to resume";
    }
    String goesOn =
        isNow(RunState.STALLED) ? "it goes on by itself when that is mended" : "it goes on now";
    return before.state() == RunState.PAUSED ? goesOn : "it was not paused; " + goesOn;
  }

  private String afterEnd() {
    if (!taken) {
      return "there is nothing left to end";
    }
    if (after.isEmpty()) {
      return "one without --stay leaves when its run has ended";
    }
    return hasEnded()
        ? "that is for good"
        : "it ends for good before the next round, when the one at hand is finished";
  }
}
