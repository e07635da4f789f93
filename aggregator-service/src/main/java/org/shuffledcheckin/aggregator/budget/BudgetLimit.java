package org.shuffledcheckin.aggregator.budget;

/**
 * How much privacy a run may cost.
 *
 * @param epsilon the most that may be spent, positive and finite
 * @param delta at which epsilon is stated, in (0, 1)
 */
public record BudgetLimit(double epsilon, double delta) {
  /** Validates both. */
  public BudgetLimit {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon limit must be positive and finite but is " + epsilon);
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1) but is " + delta);
    }
  }
}
