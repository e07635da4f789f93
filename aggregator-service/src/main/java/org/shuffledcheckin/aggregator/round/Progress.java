package org.shuffledcheckin.aggregator.round;

import java.util.Optional;
import java.util.OptionalDouble;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunTotals;

/** Keeps a run's numbers up to date for those who watch. */
final class Progress {
  private final RunParts parts;
  private final Forecast forecast;
  private BudgetGate gate;
  private RunTotals totals;
  private int discardsInARow;

  Progress(RunParts parts, Forecast forecast, BudgetGate gate) {
    this.parts = parts;
    this.gate = gate;
    this.totals = parts.books().store().totals();
    this.forecast = forecast;
    refresh();
  }

  int discardsInARow() {
    return discardsInARow;
  }

  void charged(BudgetGate after) {
    gate = after;
    totals = totals.withCharge();
    refresh();
  }

  RoundView ended(long number, RoundOutcome outcome) {
    totals = totals.with(outcome);
    discardsInARow = outcome.isCommitted() ? 0 : discardsInARow + 1;
    refresh();
    return new RoundView(
        number, gate.spent().epsilon(), Optional.of(outcome), OptionalDouble.empty());
  }

  /** Waits until it is known how many rounds are left. */
  void awaitForecast() {
    forecast.await();
    refresh();
  }

  private void refresh() {
    parts
        .events()
        .refresh(
            totals, new BudgetView(gate.spent(), gate.limit(), forecast.left(totals.charged())));
  }
}
