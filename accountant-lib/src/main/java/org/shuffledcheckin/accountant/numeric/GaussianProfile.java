package org.shuffledcheckin.accountant.numeric;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The exact privacy profile of the Gaussian mechanism (Balle and Wang 2018, Theorem 8).
 *
 * @param mu how far the mean can move, in standard deviations of the noise
 */
public record GaussianProfile(double mu) {
  private static final double FAR_LEFT = -5;

  /** Validates the shift. */
  public GaussianProfile {
    Arguments.requirePositive("mu", mu);
  }

  /** The smallest delta at which a single Gaussian release is (epsilon, delta)-private. */
  public double delta(double epsilon) {
    double near = epsilon / mu - 0.5 * mu;
    double far = epsilon / mu + 0.5 * mu;
    if (near < FAR_LEFT) {
      return Math.max(0, Normal.cdf(-near) - Math.exp(epsilon) * Normal.cdf(-far));
    }
    // e^epsilon times the density at far is the density at near: no overflow, no cancellation.
    return Math.max(0, Normal.density(near) * (ratio(near) - ratio(far)));
  }

  /** The hockey-stick divergence at a factor of at least 1. */
  public double hockeyStick(double factor) {
    return delta(Math.log(factor));
  }

  /** The smallest epsilon at which a single Gaussian release is (epsilon, delta)-private. */
  public double epsilon(double delta) {
    if (!(delta > 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1] but is " + delta);
    }
    if (delta(0) <= delta) {
      return 0;
    }
    double high = 1;
    while (delta(high) > delta) {
      high *= 2;
    }
    return Search.smallest(0, high, 0, epsilon -> delta(epsilon) <= delta);
  }

  /** The smallest noise multiplier that gives (epsilon, delta) at this sensitivity. */
  public static double noise(double epsilon, double delta, double sensitivity) {
    double high = 1;
    while (new GaussianProfile(sensitivity / high).delta(epsilon) > delta) {
      high *= 2;
    }
    return Search.smallest(
        0, high, 0, sigma -> new GaussianProfile(sensitivity / sigma).delta(epsilon) <= delta);
  }

  private static double ratio(double x) {
    return x >= 0 ? Normal.mills(x) : Normal.survival(x) / Normal.density(x);
  }
}
