package org.shuffledcheckin.aggregator;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.UpperBound;

/** Charges the check-in rate for every round: easy to foresee, and no privacy analysis at all. */
public record TestAccountant(double spent) implements PrivacyAccountant {
  /** An accountant of no rounds. */
  public static final TestAccountant FRESH = new TestAccountant(0);

  @Override
  public boolean supports(CheckInRound round) {
    return true;
  }

  @Override
  public PrivacyAccountant compose(CheckInRound round, long times) {
    return new TestAccountant(spent + times * round.checkInRate());
  }

  @Override
  public UpperBound epsilon(double delta) {
    return new UpperBound(spent, delta, "test");
  }

  @Override
  public UpperBound delta(double epsilon) {
    return new UpperBound(epsilon, epsilon >= spent ? 0 : 1, "test");
  }
}
