package org.shuffledcheckin.aggregator.round;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.run.RoundFacts;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RoundState;
import org.shuffledcheckin.aggregator.store.RunTotals;

/** Keeps a run's numbers up to date for those who watch. */
final class Progress {
  private final RunParts parts;
  private final Forecast forecast;
  private BudgetGate gate;
  private RunTotals totals;
  private long modelVersion;
  private int discardsInARow;

  Progress(RunParts parts, Forecast forecast, BudgetGate gate, long modelVersion) {
    this.parts = parts;
    this.gate = gate;
    this.totals = parts.store().totals();
    this.modelVersion = modelVersion;
    this.forecast = forecast;
    refresh();
  }

  int discardsInARow() {
    return discardsInARow;
  }

  void charged(BudgetGate after) {
    gate = after;
    totals =
        new RunTotals(
            totals.charged() + 1,
            totals.committed(),
            totals.discarded(),
            totals.aggregated(),
            totals.rejected());
    refresh();
  }

  RoundFacts ended(
      long number, RoundState state, RoundOutcome outcome, long version, RoundTimes times) {
    boolean committed = state == RoundState.COMMITTED;
    Map<String, Long> rejected = new TreeMap<>(totals.rejected());
    outcome.rejected().forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
    totals =
        new RunTotals(
            totals.charged(),
            totals.committed() + (committed ? 1 : 0),
            totals.discarded() + (committed ? 0 : 1),
            totals.aggregated() + outcome.aggregated(),
            rejected);
    discardsInARow = committed ? 0 : discardsInARow + 1;
    modelVersion = version;
    refresh();
    return new RoundFacts(
        number,
        state,
        outcome,
        gate.spent(),
        gate.limit().epsilon(),
        roundsLeft(),
        modelVersion,
        times);
  }

  /** Waits until it is known how many rounds are left. */
  void awaitForecast() {
    forecast.await();
    refresh();
  }

  private void refresh() {
    parts.events().refresh(totals, gate.spent(), roundsLeft(), modelVersion);
  }

  private OptionalLong roundsLeft() {
    return forecast.left(totals.charged());
  }
}
