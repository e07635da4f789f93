package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The binomial distribution. Probabilities and tails have a relative error below about 1e-12 for
 * trials up to 10^9, however small they are; quantiles are exact because they search the tail
 * itself.
 *
 * @param trials how many independent trials
 * @param probability the chance of each to succeed
 */
public record Binomial(long trials, double probability) {
  private static final double LOG_TWO_PI = 1.8378770664093456;
  private static final double NEGLIGIBLE = 1e-18;

  /** Validates the parameters. */
  public Binomial {
    Arguments.requireAtLeast("trials", trials, 0);
    Arguments.requireProbability("probability", probability);
  }

  /** The expected number of successes. */
  public double mean() {
    return trials * probability;
  }

  /** The standard deviation of the number of successes. */
  public double deviation() {
    return Math.sqrt(trials * probability * (1 - probability));
  }

  /** Pr(X = k). */
  public double pmf(long k) {
    return Math.exp(logPmf(k));
  }

  /** log Pr(X = k), negative infinity outside the support. */
  public double logPmf(long k) {
    if (k < 0 || k > trials) {
      return Double.NEGATIVE_INFINITY;
    }
    if (probability == 0 || probability == 1) {
      return k == trials * probability ? 0 : Double.NEGATIVE_INFINITY;
    }
    if (k == 0) {
      return trials * Math.log1p(-probability);
    }
    if (k == trials) {
      return trials * Math.log(probability);
    }
    return interiorLogPmf(k);
  }

  /** Pr(X &ge; k). */
  public double survival(long k) {
    if (k <= 0) {
      return 1;
    }
    return k > mean() ? sumUpward(k) : 1 - sumDownward(k - 1);
  }

  /** Pr(X &le; k). */
  public double cdf(long k) {
    if (k >= trials) {
      return 1;
    }
    return k < mean() ? sumDownward(k) : 1 - sumUpward(k + 1);
  }

  /** The smallest k with Pr(X &ge; k) &le; tail; at most trials + 1. */
  public long upperQuantile(double tail) {
    Arguments.requireProbability("tail", tail);
    return Search.smallest(0, trials + 1, k -> survival(k) <= tail);
  }

  /** The largest k with Pr(X &le; k) &le; tail; -1 if there is none. */
  public long lowerQuantile(double tail) {
    Arguments.requireProbability("tail", tail);
    return Search.smallest(0, trials, k -> cdf(k) > tail) - 1;
  }

  private double interiorLogPmf(long k) {
    double p = probability;
    double rounded = trials * p;
    double difference = (k - rounded) - Math.fma((double) trials, p, -rounded);
    long failures = trials - k;
    double exponent =
        LogGamma.stirlingError(trials)
            - LogGamma.stirlingError(k)
            - LogGamma.stirlingError(failures)
            - SaddlePoint.deviance((double) k, rounded, difference)
            - SaddlePoint.deviance((double) failures, trials * (1 - p), -difference);
    double logVariance = Math.log((double) k) + Math.log1p(-(double) k / trials);
    return exponent - 0.5 * (LOG_TWO_PI + logVariance);
  }

  private double sumUpward(long start) {
    double term = pmf(start);
    double odds = probability / (1 - probability);
    double sum = 0;
    for (long k = start; term > 0 && k <= trials; k++) {
      sum += term;
      double ratio = odds * ((double) (trials - k) / (k + 1));
      term *= ratio;
      if (ratio < 1 && term < NEGLIGIBLE * sum * (1 - ratio)) {
        break;
      }
    }
    return Math.min(1, sum);
  }

  private double sumDownward(long start) {
    double term = pmf(start);
    double odds = (1 - probability) / probability;
    double sum = 0;
    for (long k = start; term > 0 && k >= 0; k--) {
      sum += term;
      double ratio = odds * ((double) k / (trials - k + 1));
      term *= ratio;
      if (ratio < 1 && term < NEGLIGIBLE * sum * (1 - ratio)) {
        break;
      }
    }
    return Math.min(1, sum);
  }
}
