package org.shuffledcheckin.report.noise;

import java.math.BigInteger;

/**
 * The integer weights of k-ary randomised response: {@code own} for the client's category and
 * {@code other} for each of the others, with {@code own / other} at most e^epsilon0.
 *
 * @param own the weight of the client's own category, above {@code other}
 * @param other the weight of each other category
 * @param total the sum over all categories, below 2^62
 */
public record ResponseWeights(long own, long other, long total) {
  private static final int TOTAL_BITS = 61;
  private static final int MAX_OTHER_BITS = 40;

  /** Validates the weights' order. */
  public ResponseWeights {
    if (!(other >= 1 && own > other && total > own)) {
      throw new IllegalArgumentException(
          "weights must satisfy 1 <= other < own < total but are "
              + other
              + ", "
              + own
              + ", "
              + total);
    }
  }

  /**
   * Chooses the weights; the own one is rounded down, toward more noise.
   *
   * @param categories between 2 and 2^30
   * @param epsilon0 in [2^-20, 40]
   */
  public static ResponseWeights of(int categories, double epsilon0) {
    if (categories < 2 || categories > 1 << 30) {
      throw new IllegalArgumentException("categories must be in [2, 2^30] but is " + categories);
    }
    if (!(epsilon0 >= 0x1p-20 && epsilon0 <= 40)) {
      throw new IllegalArgumentException("epsilon0 must be in [2^-20, 40] but is " + epsilon0);
    }
    BigInteger odds = FixedPoint.expRoundedDown(FixedPoint.of(epsilon0));
    BigInteger perUnit = odds.shiftRight(FixedPoint.BITS).add(BigInteger.valueOf(categories));
    int otherBits = Math.min(MAX_OTHER_BITS, TOTAL_BITS - perUnit.bitLength());
    long other = 1L << otherBits;
    long own = odds.shiftRight(FixedPoint.BITS - otherBits).longValueExact();
    return new ResponseWeights(own, other, own + (categories - 1L) * other);
  }
}
