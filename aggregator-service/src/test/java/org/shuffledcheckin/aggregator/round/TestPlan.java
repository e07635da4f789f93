package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundWindow;

/** A plan for tests that need no store. */
final class TestPlan {
  RunPlan plan() {
    return new RunPlan(
        new Budget(10, 1e-5),
        Population.allHonest(1000, 0.125, CheckInLaw.POISSON),
        new RoundsPlan(10, new RoundWindow(Duration.ofSeconds(10), 1, 0), 1000, 3));
  }
}
