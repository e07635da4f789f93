package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;

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
    Arguments.requireRate("beta", beta);
    Binomial count = new Binomial(clients, checkInRate);
    long limit = count.upperQuantile(beta);
    return new CheckInCount(limit, limit > clients ? 0 : count.survival(limit));
  }

  /** The probability that n clients who draw by this law send k reports in a round. */
  public static double probability(CheckInLaw law, long clients, double checkInRate, long k) {
    CountLaw reports =
        law == CheckInLaw.POISSON
            ? new Poisson(clients * checkInRate)
            : new Binomial(clients, checkInRate);
    return reports.pmf(k);
  }
}
