package org.shuffledcheckin.accountant;

/**
 * Bounds what a sequence of rounds has cost, from above. Immutable: composing returns a new
 * accountant, so asking "what if" never spends anything.
 */
public interface PrivacyAccountant {
  /** Whether a proven bound for this kind of round exists here. */
  boolean supports(CheckInRound round);

  /**
   * Returns the accountant after {@code times} more rounds of this description, chosen adaptively.
   *
   * @throws IllegalArgumentException if the round is not supported; this accountant is unchanged
   */
  PrivacyAccountant compose(CheckInRound round, long times);

  /** The smallest epsilon this accountant can prove at delta. */
  UpperBound epsilon(double delta);

  /** The smallest delta this accountant can prove at epsilon. */
  UpperBound delta(double epsilon);
}
