package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * Bounds how many clients check in, by the exact one-sided binomial tail.
 *
 * @param limit the smallest l with Pr(at least l check in) ≤ β
 * @param tail that probability
 */
public record CheckInCount(long limit, double tail) {
  /** Finds the limit for n clients at this rate and tail probability β. */
  public static CheckInCount exceededWithProbability(
      long clients, double checkInRate, double beta) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    if (!(beta > 0 && beta <= 1)) {
      throw new IllegalArgumentException("beta must be in (0, 1] but is " + beta);
    }
    Binomial count = new Binomial(clients, checkInRate);
    long limit = count.upperQuantile(beta);
    return new CheckInCount(limit, limit > clients ? 0 : count.survival(limit));
  }
}
