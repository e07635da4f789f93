package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The Poisson distribution.
 *
 * @param mean the expected number of events, finite and at least 0
 */
public record Poisson(double mean) implements CountLaw {
  /** Validates the mean. */
  public Poisson {
    Arguments.requireBetween("mean", mean, 0, 1e15);
  }

  @Override
  public double logPmf(long k) {
    if (k < 0 || (mean == 0 && k > 0)) {
      return Double.NEGATIVE_INFINITY;
    }
    if (k == 0) {
      return -mean;
    }
    double deviance = SaddlePoint.deviance((double) k, mean, k - mean);
    return -SaddlePoint.stirlingError(k)
        - deviance
        - 0.5 * (SaddlePoint.LOG_TWO_PI + StrictMath.log((double) k));
  }

  @Override
  public double ratioAbove(long k) {
    return mean / (k + 1);
  }

  @Override
  public double ratioBelow(long k) {
    return k / mean;
  }
}
