package org.shuffledcheckin.aggregator.rpc;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.proto.v1.GetRunReply;

/** A run's status as operators get it; the wire has 0 for a number of rounds left not known yet. */
public final class RunWire {
  private RunWire() {}

  static GetRunReply write(RunStatus status) {
    RunTotals totals = status.totals();
    BudgetView budget = status.budget();
    return GetRunReply.newBuilder()
        .setRun(ReleaseWire.bytes(status.run()))
        .setState(write(status.state()))
        .setDetail(status.detail())
        .setRoundsCharged(totals.charged())
        .setRoundsCommitted(totals.committed())
        .setRoundsDiscarded(totals.discarded())
        .setReportsAggregated(totals.aggregated())
        .putAllReportsRejected(totals.rejected())
        .setEpsilonSpent(budget.spent().epsilon())
        .setEpsilonLimit(budget.limit().epsilon())
        .setDelta(budget.limit().delta())
        .setMethod(budget.spent().method())
        .setTestAccuracy(status.accuracy().orElse(Double.NaN))
        .setRoundsLeft(budget.roundsLeft().orElse(0))
        .build();
  }

  private static GetRunReply.State write(RunState state) {
    return switch (state) {
      case TRAINING -> GetRunReply.State.STATE_TRAINING;
      case PAUSED -> GetRunReply.State.STATE_PAUSED;
      case BUDGET_SPENT -> GetRunReply.State.STATE_BUDGET_SPENT;
      case FINISHED -> GetRunReply.State.STATE_FINISHED;
      case STALLED -> GetRunReply.State.STATE_STALLED;
      case REFUSED -> GetRunReply.State.STATE_REFUSED;
      case RUNNING, STOPPED ->
          throw new IllegalStateException("an aggregator does not say of itself: " + state);
    };
  }

  /**
   * Reads a status back.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static RunStatus read(GetRunReply reply) {
    return new RunStatus(
        RoundId.Run.of(reply.getRun().toByteArray()),
        read(reply.getState()),
        reply.getDetail(),
        new RunTotals(
            reply.getRoundsCharged(),
            reply.getRoundsCommitted(),
            reply.getRoundsDiscarded(),
            reply.getReportsAggregated(),
            reply.getReportsRejectedMap()),
        new BudgetView(
            UpperBound.recorded(reply.getEpsilonSpent(), reply.getDelta(), reply.getMethod()),
            new Budget(reply.getEpsilonLimit(), reply.getDelta()),
            reply.getRoundsLeft() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(reply.getRoundsLeft())),
        Double.isNaN(reply.getTestAccuracy())
            ? OptionalDouble.empty()
            : OptionalDouble.of(reply.getTestAccuracy()));
  }

  /** A state that this version does not know is one in which it cannot tell what goes on. */
  private static RunState read(GetRunReply.State state) {
    return switch (state) {
      case STATE_TRAINING -> RunState.TRAINING;
      case STATE_PAUSED -> RunState.PAUSED;
      case STATE_BUDGET_SPENT -> RunState.BUDGET_SPENT;
      case STATE_FINISHED -> RunState.FINISHED;
      case STATE_REFUSED -> RunState.REFUSED;
      case STATE_STALLED, STATE_UNSPECIFIED, UNRECOGNIZED -> RunState.STALLED;
    };
  }
}
