package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.Arrays;
import org.shuffledcheckin.accountant.Arguments;

/**
 * The law of |Z|, Z a discrete Gaussian: Pr(Z = z) = e^(-z²/2s²) / Σ_j e^(-j²/2s²) over the
 * integers j, computed to below 2^-200.
 *
 * <p>The weights come from their recurrence: with q = e^(-1/2s²) the next is q^(2m+1) times this
 * one. If q is off by a share of 2^-230, weight m is by a share of m²·2^-230, and all probabilities
 * together by at most E[Z²]·2^-228 ≤ 2^-206. Roundings down, a unit of 2^-256 each, leave weight m
 * off by at most m² units, and the 2^15 weights together by 2^-211.
 */
final class DiscreteGaussianLaw {
  // Beyond sixteen deviations lies a mass below 2^-187, which the tables cannot show.
  private static final double REACH_IN_DEVIATIONS = 16;

  private final BigInteger halfInverseVariance;
  private final double deviation;

  /** Describes the law for s, taken as an exact number. */
  DiscreteGaussianLaw(double s) {
    deviation =
        Arguments.requireBetween(
            "deviation", s, DiscreteGaussian.MIN_DEVIATION, DiscreteGaussian.MAX_DEVIATION);
    BigInteger fixed = FixedPoint.of(s);
    BigInteger variance = FixedPoint.multiply(fixed, fixed);
    halfInverseVariance = FixedPoint.divide(FixedPoint.ONE, variance.shiftLeft(1));
  }

  /**
   * The whole part of 2^bits Pr(|Z| <= m).
   *
   * @param bits at most 190: the law is known to below 2^-200
   */
  BigInteger cumulative(int m, int bits) {
    Arguments.requireBetween("bits", bits, 1, 190);
    BigInteger[] mass = magnitudes((int) Math.ceil(REACH_IN_DEVIATIONS * deviation));
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i <= Math.min(m, mass.length - 1); i++) {
      sum = sum.add(mass[i]);
    }
    return sum.shiftRight(FixedPoint.BITS - bits);
  }

  /**
   * Computes Pr(|Z| = m) in units of 2^-256 for m up to {@code limit}; magnitudes beyond sixteen
   * deviations have none.
   */
  BigInteger[] magnitudes(int limit) {
    BigInteger[] mass = new BigInteger[limit + 1];
    Arrays.fill(mass, BigInteger.ZERO);
    int reach = (int) Math.min(limit, Math.ceil(REACH_IN_DEVIATIONS * deviation));
    BigInteger ratio = FixedPoint.exp(halfInverseVariance.negate());
    BigInteger ratioOfRatios = FixedPoint.multiply(ratio, ratio);
    BigInteger weight = FixedPoint.ONE;
    BigInteger total = BigInteger.ZERO;
    for (int m = 0; m <= reach; m++) {
      mass[m] = weight.shiftLeft(m == 0 ? 0 : 1);
      total = total.add(mass[m]);
      weight = FixedPoint.multiply(weight, ratio);
      ratio = FixedPoint.multiply(ratio, ratioOfRatios);
    }
    for (int m = 0; m <= reach; m++) {
      mass[m] = FixedPoint.divide(mass[m], total);
    }
    return mass;
  }
}
