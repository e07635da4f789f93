package org.shuffledcheckin.aggregator.run;

import java.util.OptionalDouble;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A run at one moment.
 *
 * @param run which
 * @param state what it is doing
 * @param detail one sentence for people
 * @param totals counts over all rounds
 * @param budget what was spent, and of how much
 * @param accuracy of the newest model that was measured
 */
public record RunStatus(
    RoundId.Run run,
    RunState state,
    String detail,
    RunTotals totals,
    BudgetView budget,
    OptionalDouble accuracy) {

  RunStatus in(RunState next, String why) {
    return new RunStatus(run, next, why, totals, budget, accuracy);
  }

  RunStatus with(RunTotals counted, BudgetView left) {
    return new RunStatus(run, state, detail, counted, left, accuracy);
  }

  RunStatus with(double newest) {
    return new RunStatus(run, state, detail, totals, budget, OptionalDouble.of(newest));
  }
}
