package org.shuffledcheckin.accountant.losses;

/**
 * A compound Poisson sum on a lattice, by its jumps: how many steps each takes, and at which rate
 * it comes. Immutable by agreement.
 */
final class LatticeJumps {
  private final int[] steps;
  private final double[] rate;

  /**
   * Describes a sum.
   *
   * @param steps rising from 1
   */
  LatticeJumps(int[] steps, double[] rate) {
    this.steps = steps;
    this.rate = rate;
  }

  /** The sum of the rates, each times a power of its number of steps. */
  double moment(int power) {
    double sum = 0;
    for (int i = 0; i < rate.length; i++) {
      sum += rate[i] * StrictMath.pow(steps[i], power);
    }
    return sum;
  }

  /**
   * The law of the sum at 0, 1, ..., by Panjer's recursion. All its terms are positive, so every
   * probability is accurate to rounding however small it is.
   */
  double[] law(int length) {
    double[] weighted = new double[rate.length];
    for (int i = 0; i < rate.length; i++) {
      weighted[i] = rate[i] * steps[i];
    }
    double[] law = new double[length];
    law[0] = StrictMath.exp(-moment(0));
    for (int k = 1; k < length; k++) {
      double sum = 0;
      for (int i = 0; i < steps.length && steps[i] <= k; i++) {
        sum += weighted[i] * law[k - steps[i]];
      }
      law[k] = sum / k;
    }
    return law;
  }

  /**
   * From where on less than a tail is left, by Chernoff's bound, of the law that has each jump
   * weighted by the exponential of its size.
   */
  int length(double step, double tail) {
    double needed = -StrictMath.log(tail);
    double best = Double.POSITIVE_INFINITY;
    for (double tilt = 4; ; tilt /= 1.5) {
      double length = (needed + tiltedMoment(step, tilt)) / tilt;
      if (length > best) {
        return 2 + (int) best;
      }
      best = length;
    }
  }

  private double tiltedMoment(double step, double tilt) {
    double sum = 0;
    for (int i = 0; i < steps.length; i++) {
      if (rate[i] > 0) {
        double weight = rate[i] * StrictMath.exp(step * steps[i]);
        sum += weight * StrictMath.expm1(tilt * steps[i]);
      }
    }
    return sum;
  }
}
