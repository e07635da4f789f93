package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.aggregator.budget.BudgetLimit;

/** A plan for tests that need no store. */
final class TestPlan {
  RunPlan plan() {
    return new RunPlan(
        new BudgetLimit(10, 1e-5),
        100,
        100,
        0.125,
        CheckInLaw.POISSON,
        10,
        Duration.ofSeconds(10),
        true,
        1,
        0,
        1000,
        3);
  }
}
