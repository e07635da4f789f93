package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The binomial distribution, to the accuracy of a {@link CountLaw} for trials up to 10^10.
 *
 * @param trials how many independent trials
 * @param probability the chance of each to succeed
 */
public record Binomial(long trials, double probability) implements CountLaw {
  /** Validates the parameters. */
  public Binomial {
    Arguments.requireAtLeast("trials", trials, 0);
    Arguments.requireProbability("probability", probability);
  }

  @Override
  public double mean() {
    return trials * probability;
  }

  /** The standard deviation of the number of successes. */
  public double deviation() {
    return StrictMath.sqrt(trials * probability * (1 - probability));
  }

  @Override
  public double logPmf(long k) {
    if (k < 0 || k > trials) {
      return Double.NEGATIVE_INFINITY;
    }
    if (probability == 0 || probability == 1) {
      return k == trials * probability ? 0 : Double.NEGATIVE_INFINITY;
    }
    if (k == 0) {
      return trials * StrictMath.log1p(-probability);
    }
    if (k == trials) {
      return trials * StrictMath.log(probability);
    }
    return interiorLogPmf(k);
  }

  @Override
  public double ratioAbove(long k) {
    return probability / (1 - probability) * ((double) (trials - k) / (k + 1));
  }

  @Override
  public double ratioBelow(long k) {
    return (1 - probability) / probability * ((double) k / (trials - k + 1));
  }

  private double interiorLogPmf(long k) {
    double p = probability;
    double rounded = trials * p;
    double difference = (k - rounded) - Math.fma((double) trials, p, -rounded);
    long failures = trials - k;
    double exponent =
        SaddlePoint.stirlingError(trials)
            - SaddlePoint.stirlingError(k)
            - SaddlePoint.stirlingError(failures)
            - SaddlePoint.deviance((double) k, rounded, difference)
            - SaddlePoint.deviance((double) failures, trials * (1 - p), -difference);
    double logVariance = StrictMath.log((double) k) + StrictMath.log1p(-(double) k / trials);
    return exponent - 0.5 * (SaddlePoint.LOG_TWO_PI + logVariance);
  }
}
