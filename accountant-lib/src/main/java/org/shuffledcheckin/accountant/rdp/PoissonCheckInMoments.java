package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * Computes the Rényi divergence of one round of Poisson check-in with Gaussian noise on the pair of
 * data sets where all other records agree with one of the two: γn/(λ−1)·E[(1 + (r−1)/n)^λ − 1] with
 * the log-normal likelihood ratio r of a report. From order 2 on no pair of data sets has more, so
 * that it is the exact supremum, an upper and a lower bound (privacy analysis, section 7a); below
 * order 2 it is exact for that pair, hence a lower bound only.
 *
 * @param clients number of clients n
 * @param checkInRate mean number of reports of a client
 * @param mu distance of the two records in standard deviations of the noise
 */
public record PoissonCheckInMoments(long clients, double checkInRate, double mu) {
  /** Half-width, in deviations, beyond which the normal density does not count. */
  private static final double REACH = 12;

  /** Validates the arguments. */
  public PoissonCheckInMoments {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requirePositive("mu", mu);
  }

  /**
   * Returns the divergence at a real order above 1. The mean of r is 1, so what is linear in r may
   * be taken away under the integral: the rest is positive. It is analytic in a strip around the
   * real line, where equidistant sums converge exponentially.
   */
  public double divergence(double order) {
    if (!(order > 1 && order < 1e6)) {
      throw new IllegalArgumentException("order must be in (1, 1e6) but is " + order);
    }
    double step = Math.min(0.05, 0.2 / mu);
    double end = order * mu + REACH;
    double largest = Double.NEGATIVE_INFINITY;
    double sum = 0;
    for (double y = -REACH; y <= end; y += step) {
      double log = -y * y / 2 + logExcess(order, mu * (y - mu / 2));
      if (log > largest) {
        sum = sum * Math.exp(largest - log) + 1;
        largest = log;
      } else {
        sum += Math.exp(log - largest);
      }
    }
    double scale = checkInRate * clients * step / (Math.sqrt(2 * Math.PI) * (order - 1));
    return checkInRate == 0 ? 0 : Math.exp(largest + Math.log(sum) + Math.log(scale));
  }

  /** Logarithm of x^order − 1 − order·(x−1) at x = 1 + (r−1)/n. */
  private double logExcess(double order, double logRatio) {
    double logX =
        logRatio > 30
            ? logRatio
                - Math.log((double) clients)
                + Math.log1p((clients - 1) * Math.exp(-logRatio))
            : Math.log1p(Math.expm1(logRatio) / clients);
    return order * logX > 600 ? order * logX : Math.log(SecondOrder.powerExcess(order, logX));
  }
}
