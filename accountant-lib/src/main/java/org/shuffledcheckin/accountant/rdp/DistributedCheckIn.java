package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Bounds the Rényi divergence of distributed check-in: every client flips a coin with the check-in
 * rate, those with heads add Gaussian noise to their clipped vector, and the observer learns how
 * many they are and the <em>sum</em> of their reports, nothing else (secure aggregation).
 *
 * <p>Given k check-ins the sum is a Gaussian mechanism with noise √k·σ on a uniform k-subset. The
 * paper's Theorem 4 sums over k from 1; the term k = 0 belongs to it, without it the "divergence"
 * can be negative.
 *
 * @param clients honest clients that flip a coin
 * @param checkInRate probability of heads
 * @param guarantee what one report carries
 */
public record DistributedCheckIn(
    long clients, double checkInRate, LocalGuarantee.Gaussian guarantee) {
  /** Validates the arguments. */
  public DistributedCheckIn {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
  }

  /** Returns the bound at an integer order of at least 2. */
  public double divergence(int order) {
    return CheckInMixture.divergence(logExcess(order), order);
  }

  /** Returns log(moment − 1) at an integer order, from which the divergence follows. */
  public double logExcess(int order) {
    return CheckInMixture.logExcess(clients, checkInRate, (from, to) -> bound(order, from, to));
  }

  /**
   * More check-ins sample more, fewer check-ins carry less noise: both are taken at their worst.
   */
  private double bound(int order, long fewest, long most) {
    double perOrder = guarantee.mu() * guarantee.mu() / (2.0 * Math.max(1, fewest));
    return WithoutReplacement.logExcess(
        order, (double) most / clients, j -> j * perOrder, Double.POSITIVE_INFINITY);
  }
}
