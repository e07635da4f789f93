package org.shuffledcheckin.report.noise;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Real numbers as integers in units of 2^-256, for tables that are computed once.
 *
 * <p>Products and quotients are rounded down to a unit; {@link #exp} is within {@link #EXP_SLACK}
 * of the truth relative to its size.
 */
final class FixedPoint {
  static final int BITS = 256;
  static final BigInteger ONE = BigInteger.ONE.shiftLeft(BITS);

  /** Bits of relative precision of {@link #exp}: about a thousand roundings at 2^-256. */
  static final int EXP_SLACK = 230;

  private FixedPoint() {}

  /** Converts a double exactly; it must not have bits below 2^-256. */
  static BigInteger of(double value) {
    return new BigDecimal(value).multiply(new BigDecimal(ONE)).toBigIntegerExact();
  }

  static BigInteger multiply(BigInteger a, BigInteger b) {
    return a.multiply(b).shiftRight(BITS);
  }

  static BigInteger divide(BigInteger a, BigInteger b) {
    return a.shiftLeft(BITS).divide(b);
  }

  static BigInteger sqrt(BigInteger a) {
    return a.shiftLeft(BITS).sqrt();
  }

  /** Raises e to a power between -128 and 128, by squaring the series at a small argument. */
  static BigInteger exp(BigInteger x) {
    if (x.signum() < 0) {
      return divide(ONE, exp(x.negate()));
    }
    if (x.compareTo(ONE.shiftLeft(7)) > 0) {
      throw new IllegalArgumentException("exponent must be at most 128");
    }
    int halvings = Math.max(0, x.bitLength() - BITS + 8);
    BigInteger small = x.shiftRight(halvings);
    BigInteger sum = ONE;
    BigInteger term = ONE;
    for (int i = 1; term.signum() != 0; i++) {
      term = multiply(term, small).divide(BigInteger.valueOf(i));
      sum = sum.add(term);
    }
    for (int i = 0; i < halvings; i++) {
      sum = multiply(sum, sum);
    }
    return sum;
  }

  /** A value that is at most e^x, by no more than its share of 2^-{@value #EXP_SLACK}. */
  static BigInteger expRoundedDown(BigInteger x) {
    BigInteger value = exp(x);
    return value.subtract(value.shiftRight(EXP_SLACK)).subtract(BigInteger.TWO);
  }

  /** Machin: pi = 16 arctan(1/5) - 4 arctan(1/239). */
  static BigInteger pi() {
    return arctanOfInverse(5).shiftLeft(4).subtract(arctanOfInverse(239).shiftLeft(2));
  }

  private static BigInteger arctanOfInverse(int n) {
    BigInteger square = BigInteger.valueOf((long) n * n);
    BigInteger power = ONE.divide(BigInteger.valueOf(n));
    BigInteger sum = BigInteger.ZERO;
    for (int i = 1; power.signum() != 0; i += 2) {
      BigInteger term = power.divide(BigInteger.valueOf(i));
      sum = i % 4 == 1 ? sum.add(term) : sum.subtract(term);
      power = power.divide(square);
    }
    return sum;
  }
}
