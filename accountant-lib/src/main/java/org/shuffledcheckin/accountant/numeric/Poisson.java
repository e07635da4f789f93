package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The Poisson distribution, with probabilities and tails to a relative error below about 1e-12.
 *
 * @param mean the expected number of events, finite and at least 0
 */
public record Poisson(double mean) {
  private static final double LOG_TWO_PI = 1.8378770664093456;
  private static final double NEGLIGIBLE = 1e-18;

  /** Validates the mean. */
  public Poisson {
    if (!(mean >= 0 && mean < 1e15)) {
      throw new IllegalArgumentException("mean must be in [0, 1e15) but is " + mean);
    }
  }

  /** Pr(X = k). */
  public double pmf(long k) {
    return Math.exp(logPmf(k));
  }

  /** log Pr(X = k), negative infinity outside the support. */
  public double logPmf(long k) {
    if (k < 0 || (mean == 0 && k > 0)) {
      return Double.NEGATIVE_INFINITY;
    }
    if (k == 0) {
      return -mean;
    }
    double deviance = SaddlePoint.deviance((double) k, mean, k - mean);
    return -LogGamma.stirlingError(k) - deviance - 0.5 * (LOG_TWO_PI + Math.log((double) k));
  }

  /** Pr(X &ge; k). */
  public double survival(long k) {
    if (k <= 0) {
      return 1;
    }
    return k > mean ? sumUpward(k) : 1 - sumDownward(k - 1);
  }

  /** Pr(X &le; k). */
  public double cdf(long k) {
    if (k < 0) {
      return 0;
    }
    return k < mean ? sumDownward(k) : 1 - sumUpward(k + 1);
  }

  /** The smallest k with Pr(X &ge; k) &le; tail, for a positive tail. */
  public long upperQuantile(double tail) {
    Arguments.requirePositive("tail", tail);
    long bound = (long) Math.ceil(mean) + 1;
    while (survival(bound) > tail) {
      bound *= 2;
    }
    return Search.smallest(0, bound, k -> survival(k) <= tail);
  }

  /** The largest k with Pr(X &le; k) &le; tail; -1 if there is none. */
  public long lowerQuantile(double tail) {
    Arguments.requireProbability("tail", tail);
    return Search.smallest(0, (long) Math.ceil(mean) + 1, k -> cdf(k) > tail) - 1;
  }

  private double sumUpward(long start) {
    double term = pmf(start);
    double sum = 0;
    for (long k = start; term > 0; k++) {
      sum += term;
      double ratio = mean / (k + 1);
      term *= ratio;
      if (ratio < 1 && term < NEGLIGIBLE * sum * (1 - ratio)) {
        break;
      }
    }
    return Math.min(1, sum);
  }

  private double sumDownward(long start) {
    double term = pmf(start);
    double sum = 0;
    for (long k = start; term > 0 && k >= 0; k--) {
      sum += term;
      double ratio = k / mean;
      term *= ratio;
      if (ratio < 1 && term < NEGLIGIBLE * sum * (1 - ratio)) {
        break;
      }
    }
    return Math.min(1, sum);
  }
}
