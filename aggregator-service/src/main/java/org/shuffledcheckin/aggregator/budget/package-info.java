/**
 * The privacy budget of a run. {@code BudgetGate} says whether a round may open and what that
 * costs; {@code SpentBudget} rebuilds it from a ledger.
 */
package org.shuffledcheckin.aggregator.budget;
