package org.shuffledcheckin.accountant;

/** What a privacy number is worth. No number is ever shown without its kind. */
public enum Kind {
  /** Proven: the true cost is at most this. The only kind that may gate a budget. */
  UPPER_BOUND,
  /** Proven: the true cost is at least this. Shows how tight the upper bound is. */
  LOWER_BOUND,
  /** Computed from what no counterexample was found for, and nobody proved. No guarantee. */
  NUMERICAL,
  /** As the paper computes it. Not a guarantee, in either direction. */
  PAPER
}
