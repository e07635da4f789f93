package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The law of a count, of a mean up to 10^10. Probabilities and tails have a relative error below
 * 2^-38 down to e^-100, and one that grows with their logarithm below; quantiles search the tail
 * itself.
 */
public sealed interface CountLaw permits Binomial, Poisson {
  /** So many probabilities in a row may be had from one by their ratios. */
  int RECURRENCE = 256;

  /** The expected count. */
  double mean();

  /** log Pr(X = k), negative infinity outside the support. */
  double logPmf(long k);

  /** Pr(X = k + 1) / Pr(X = k). */
  double ratioAbove(long k);

  /** Pr(X = k - 1) / Pr(X = k). */
  double ratioBelow(long k);

  /** Pr(X = k). */
  default double pmf(long k) {
    return StrictMath.exp(logPmf(k));
  }

  /** Pr(X &ge; k). */
  default double survival(long k) {
    if (k <= 0) {
      return 1;
    }
    return k > mean() ? tail(k, 1) : 1 - tail(k - 1, -1);
  }

  /** Pr(X &le; k). */
  default double cdf(long k) {
    return k < mean() ? tail(k, -1) : 1 - tail(k + 1, 1);
  }

  /** The smallest k with Pr(X &ge; k) &le; tail. */
  default long upperQuantile(double tail) {
    Arguments.requireProbability("tail", tail);
    long bound = (long) Math.ceil(mean()) + 1;
    while (survival(bound) > tail) {
      bound *= 2;
    }
    return Search.smallest(0, bound, k -> survival(k) <= tail);
  }

  /** The largest k with Pr(X &le; k) &le; tail, for a tail below 1; -1 if there is none. */
  default long lowerQuantile(double tail) {
    Arguments.requireFraction("tail", tail);
    long bound = (long) Math.ceil(mean()) + 1;
    while (cdf(bound) <= tail) {
      bound *= 2;
    }
    return Search.smallest(0, bound, k -> cdf(k) > tail) - 1;
  }

  /** Sums probabilities away from the mean until the rest is below 1e-18 of the sum. */
  private double tail(long start, int step) {
    CompensatedSum sum = new CompensatedSum();
    double term = pmf(start);
    int steps = 0;
    for (long k = start; term > 0; k += step) {
      sum.add(term);
      double ratio = step > 0 ? ratioAbove(k) : ratioBelow(k);
      // Starting anew keeps the rounding of the products from growing with the tail.
      term = ++steps % RECURRENCE == 0 ? pmf(k + step) : term * ratio;
      if (ratio < 1 && term < 1e-18 * sum.value() * (1 - ratio)) {
        break;
      }
    }
    return Math.min(1, sum.value());
  }
}
