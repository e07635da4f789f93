package org.shuffledcheckin.aggregator.budget;

import org.shuffledcheckin.accountant.UpperBound;

/** The gate's answer for one round. */
public sealed interface BudgetDecision {
  /** Proven cost of the run if this round is opened. */
  UpperBound after();

  /**
   * The round may be charged.
   *
   * @param after proven cost of the run with this round
   * @param next the gate for the round after this one
   */
  record Granted(UpperBound after, BudgetGate next) implements BudgetDecision {}

  /** The round would pass the limit; the gate is as it was. */
  record Spent(UpperBound after) implements BudgetDecision {}
}
