package org.shuffledcheckin.accountant;

/**
 * Bounds what a plan of rounds costs, from above. Immutable: composing returns a new accountant, so
 * asking "what if" never spends anything.
 *
 * <p>The plan must not depend on what was released; within a round everything else may. To decide
 * round by round what others may still ask for, use a {@link
 * org.shuffledcheckin.accountant.filter.PrivacyFilter}.
 */
public interface PrivacyAccountant {
  /** Whether a proven bound for this kind of round exists here. */
  boolean supports(CheckInRound round);

  /**
   * Returns the accountant of a plan with {@code times} more rounds of this description.
   *
   * @throws IllegalArgumentException if the round is not supported; this accountant is unchanged
   */
  PrivacyAccountant compose(CheckInRound round, long times);

  /** The smallest epsilon this accountant can prove at delta. */
  UpperBound epsilon(double delta);

  /** The smallest delta this accountant can prove at epsilon. */
  UpperBound delta(double epsilon);
}
