package org.shuffledcheckin.loadtest.system;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.UpperBound;

/**
 * Charges one n-th for every round of n clients: easy to foresee, no privacy analysis at all, and
 * different where two parties count on different numbers of clients.
 */
record RoundCostAccountant(double spent) implements PrivacyAccountant {
  static final RoundCostAccountant FRESH = new RoundCostAccountant(0);

  @Override
  public boolean supports(CheckInRound round) {
    return true;
  }

  @Override
  public PrivacyAccountant compose(CheckInRound round, long times) {
    return new RoundCostAccountant(spent + (double) times / round.clients());
  }

  @Override
  public UpperBound epsilon(double delta) {
    return new UpperBound(spent, delta, "simulated");
  }

  @Override
  public UpperBound delta(double epsilon) {
    return new UpperBound(epsilon, epsilon >= spent ? 0 : 1, "simulated");
  }
}
