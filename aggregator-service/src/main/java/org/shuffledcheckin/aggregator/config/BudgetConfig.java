package org.shuffledcheckin.aggregator.config;

import org.shuffledcheckin.aggregator.budget.BudgetLimit;

/**
 * What the run may cost each client.
 *
 * @param epsilon the most
 * @param delta at which epsilon is stated
 */
public record BudgetConfig(double epsilon, double delta) {
  /** Validates both. */
  public BudgetConfig {
    BudgetLimit unused = new BudgetLimit(epsilon, delta);
  }

  BudgetLimit limit() {
    return new BudgetLimit(epsilon, delta);
  }
}
