package org.shuffledcheckin.accountant;

/**
 * An amount of privacy loss: a limit, or what was spent of it.
 *
 * @param epsilon at delta
 * @param delta in (0, 1)
 */
public record Budget(double epsilon, double delta) {
  /** Validates the numbers; an infinite epsilon stands for no guarantee. */
  public Budget {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireDelta(delta);
  }

  /**
   * Whether what the accountant has seen, as a plan, stays within the budget. No rule for when to
   * stop rounds that others choose: that is a {@link
   * org.shuffledcheckin.accountant.filter.PrivacyFilter}.
   */
  public boolean allows(PrivacyAccountant accountant) {
    return accountant.epsilon(delta).epsilon() <= epsilon;
  }
}
