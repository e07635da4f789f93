package org.shuffledcheckin.accountant.planner;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.PrivacyAccountant;

/**
 * A privacy budget.
 *
 * @param epsilon the largest epsilon that may be proven at delta
 * @param delta in (0, 1)
 */
public record Budget(double epsilon, double delta) {
  /** Validates the budget. */
  public Budget {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireDelta(delta);
  }

  /** Whether what the accountant has seen stays within the budget. */
  public boolean allows(PrivacyAccountant accountant) {
    return accountant.epsilon(delta).epsilon() <= epsilon;
  }
}
