package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The law of |round(N)| for a Gaussian N of mean 0 and standard deviation s, computed to well below
 * 2^-200.
 *
 * <p>For m &gt; 0, with t running over one step,
 *
 * <pre>
 * Pr(round(N) = m) = e^(-m²/2s²)/(s√2π) · ∫ e^(-mt/s²) e^(-t²/2s²) dt over [-1/2, 1/2]
 *                  = e^(-m²/2s²)/(s√2π) · Σ_j (m/s²)^(2j)/(2j)! · M_j,   M_j = ∫ t^(2j) e^(-t²/2s²) dt,
 * </pre>
 *
 * <p>where odd powers vanish by symmetry and every term is positive: nothing cancels. The factors
 * e^(-m²/2s²) come from their recurrence in m.
 */
final class RoundedGaussianLaw {
  // Sixteen deviations: what lies beyond has mass below 2^-190, less than the tables can show.
  private static final double REACH_IN_DEVIATIONS = 16;

  private final BigInteger inverseVariance;
  private final BigInteger density;
  private final BigInteger[] coefficients;
  private final double deviation;

  /** Describes the law for s = multiplier · steps, taken as exact numbers. */
  RoundedGaussianLaw(double multiplier, int steps) {
    deviation = multiplier * steps;
    if (!(deviation >= 8 && deviation <= 1 << 20)) {
      throw new IllegalArgumentException(
          "standard deviation must be in [8, 2^20] steps but is " + deviation);
    }
    BigInteger s = FixedPoint.of(multiplier).multiply(BigInteger.valueOf(steps));
    BigInteger variance = FixedPoint.multiply(s, s);
    inverseVariance = FixedPoint.divide(FixedPoint.ONE, variance);
    BigInteger twoPi = FixedPoint.pi().shiftLeft(1);
    density =
        FixedPoint.divide(FixedPoint.ONE, FixedPoint.sqrt(FixedPoint.multiply(twoPi, variance)));
    coefficients = coefficients(inverseVariance);
  }

  /**
   * Computes Pr(|round(N)| = m) in units of 2^-256 for m below {@code limit}, and for {@code limit}
   * itself Pr(|round(N)| ≥ limit).
   */
  BigInteger[] magnitudes(int limit) {
    BigInteger[] mass = new BigInteger[limit + 1];
    Arrays.fill(mass, BigInteger.ZERO);
    int reach = (int) Math.min(limit - 1L, (long) Math.ceil(REACH_IN_DEVIATIONS * deviation));
    int terms = termsUpTo(reach);
    BigInteger ratio = FixedPoint.exp(inverseVariance.shiftRight(1).negate());
    BigInteger ratioOfRatios = FixedPoint.multiply(ratio, ratio);
    BigInteger gauss = density;
    BigInteger total = BigInteger.ZERO;
    for (int m = 0; m <= reach; m++) {
      mass[m] = FixedPoint.multiply(gauss, cellIntegral(m, terms)).shiftLeft(m == 0 ? 0 : 1);
      total = total.add(mass[m]);
      gauss = FixedPoint.multiply(gauss, ratio);
      ratio = FixedPoint.multiply(ratio, ratioOfRatios);
    }
    // Roundings can leave a negative hair where the true tail is below 2^-190.
    mass[limit] = FixedPoint.ONE.subtract(total).max(BigInteger.ZERO);
    return mass;
  }

  private BigInteger cellIntegral(int m, int terms) {
    BigInteger slope = inverseVariance.multiply(BigInteger.valueOf(m));
    BigInteger square = FixedPoint.multiply(slope, slope);
    BigInteger sum = BigInteger.ZERO;
    for (int j = terms - 1; j >= 0; j--) {
      sum = FixedPoint.multiply(sum, square).add(coefficients[j]);
    }
    return sum;
  }

  // Term j is below (m/2s²)^(2j)/(2j)!: leave out what is below a unit even for the largest m.
  private int termsUpTo(int m) {
    double perTerm = 2 * Math.log(2 * deviation * deviation / Math.max(1, m));
    double smallness = 0;
    int terms = 0;
    while (smallness < FixedPoint.BITS * Math.log(2)) {
      terms++;
      smallness += perTerm + Math.log((2 * terms - 1) * (2.0 * terms));
    }
    return terms;
  }

  private static BigInteger[] coefficients(BigInteger inverseVariance) {
    BigInteger[] result = new BigInteger[80];
    BigInteger factorial = BigInteger.ONE;
    for (int j = 0; j < result.length; j++) {
      if (j > 0) {
        factorial = factorial.multiply(BigInteger.valueOf((2L * j - 1) * (2L * j)));
      }
      result[j] = moment(j, inverseVariance).divide(factorial);
    }
    return result;
  }

  /** M_j as the series Σ_i (-1/2s²)^i/i! · 4^-(i+j)/(2(i+j)+1). */
  private static BigInteger moment(int j, BigInteger inverseVariance) {
    BigInteger half = inverseVariance.shiftRight(1);
    BigInteger power = FixedPoint.ONE;
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; power.signum() != 0; i++) {
      BigInteger term = power.shiftRight(2 * (i + j)).divide(BigInteger.valueOf(2L * (i + j) + 1));
      sum = i % 2 == 0 ? sum.add(term) : sum.subtract(term);
      power = FixedPoint.multiply(power, half).divide(BigInteger.valueOf(i + 1L));
    }
    return sum;
  }
}
