package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.PaperValue;
import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.numeric.Search;
import org.shuffledcheckin.accountant.numeric.Upward;

/**
 * One Gaussian release and its exact privacy profile (Balle and Wang 2018, Theorem 8).
 *
 * @param mu how far a replaced record moves the mean, in standard deviations of the noise
 */
public record GaussianMechanism(double mu) {
  private static final double FAR_LEFT = -5;
  private static final double UNIT = 0x1p-53;
  private static final int SEARCH_STEPS = 80;

  /** Validates the shift. */
  public GaussianMechanism {
    Arguments.requirePositive("mu", mu);
  }

  /** The smallest delta at which a single release is (epsilon, delta)-private, rounded up. */
  public double delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    // Rounded down, as if epsilon were a little smaller.
    double near = epsilon / mu - 0.5 * mu - 4 * UNIT * (epsilon / mu + mu);
    double far = Math.nextUp(near + mu);
    double density = Normal.density(near);
    if (near < FAR_LEFT) {
      return Math.min(1, 1 - density * (Normal.mills(-near) + Normal.mills(far)) + 8 * UNIT);
    }
    // e^epsilon times the density at far is the density at near: no overflow. What the difference
    // may have lost is added.
    double ratio = millsRatio(near);
    double other = Normal.mills(Math.max(0, far));
    return Math.min(1, density * (ratio - other + 16 * UNIT * (ratio + other)) * (1 + 8 * UNIT));
  }

  /**
   * How much larger than this release's the delta of another can be at any epsilon, if the law of
   * its result is within this total variation of this one's for every record: at each epsilon by at
   * most (1 + e^epsilon) times that, and beyond any epsilon no larger than there.
   */
  public double leastExtra(double deviation) {
    Arguments.requireProbability("deviation", deviation);
    if (deviation == 0) {
      return 0;
    }
    double low = 0;
    double high = -Math.log(deviation);
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (extra(left, deviation) <= extra(right, deviation)) {
        high = right;
      } else {
        low = left;
      }
    }
    return extra(high, deviation);
  }

  private double extra(double epsilon, double deviation) {
    double weight = Upward.plus(1, Upward.exp(epsilon));
    return Upward.plus(delta(epsilon), Upward.times(weight, deviation));
  }

  /** The smallest epsilon at which a single release is (epsilon, delta)-private. */
  public double epsilon(double delta) {
    Arguments.requireRate("delta", delta);
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
    while (new GaussianMechanism(sensitivity / high).delta(epsilon) > delta) {
      high *= 2;
    }
    return Search.smallest(
        0, high, 0, sigma -> new GaussianMechanism(sensitivity / sigma).delta(epsilon) <= delta);
  }

  /**
   * The textbook epsilon √(2·log(1.25/δ))·μ. Proven only where it is at most 1, and the paper uses
   * it far beyond: kind PAPER.
   */
  public PaperValue classicalEpsilon(double delta) {
    Arguments.requireRate("delta", delta);
    return new PaperValue(
        mu * StrictMath.sqrt(2 * StrictMath.log(1.25 / delta)), delta, "classical-gaussian");
  }

  /**
   * The profile h(1 + above), per unit of rate, of the intensities that dominate Poisson check-ins
   * of n clients: δ(log(1 + n·above)) from 0 on, h(α) = n(1 − α) + α·h(1/α) below.
   *
   * @param clients among how many the client hides, itself included
   * @param above what the factor α exceeds 1 by; above −1
   */
  public double poissonEnvelope(long clients, double above) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requirePositive("factor", 1 + above);
    return above < 0
        ? -above * clients + (1 + above) * poissonEnvelope(clients, -above / (1 + above))
        : delta(StrictMath.log1p(clients * above));
  }

  private static double millsRatio(double x) {
    return x >= 0 ? Normal.mills(x) : Normal.survival(x) / Normal.density(x);
  }
}
