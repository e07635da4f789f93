package org.shuffledcheckin.report.noise;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Independent reference in decimal arithmetic: exponentials and normal integrals by their Taylor
 * series at 0, with digits to spare for the cancellation.
 */
final class BigNormal {
  static final MathContext DIGITS = new MathContext(220);

  // The first 100 digits, as printed in every table.
  static final BigDecimal PI =
      new BigDecimal(
          "3.1415926535897932384626433832795028841971693993751"
              + "058209749445923078164062862089986280348253421170679");

  private BigNormal() {}

  static BigDecimal exp(BigDecimal x) {
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i < 1000; i++) {
      term = term.multiply(x, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }

  /** The integral of e^(-t²/2) from 0 to z, for |z| up to 12. */
  static BigDecimal gaussIntegral(BigDecimal z) {
    BigDecimal halfSquare = z.multiply(z, DIGITS).divide(BigDecimal.valueOf(-2), DIGITS);
    BigDecimal power = z;
    BigDecimal sum = z;
    for (int k = 1; k < 800; k++) {
      power = power.multiply(halfSquare, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * k + 1), DIGITS), DIGITS);
    }
    return sum;
  }

  /** Pr(a &lt; N &lt; b) for the standard normal N. */
  static BigDecimal probability(BigDecimal a, BigDecimal b) {
    BigDecimal root = PI.multiply(BigDecimal.valueOf(2)).sqrt(DIGITS);
    return gaussIntegral(b).subtract(gaussIntegral(a), DIGITS).divide(root, DIGITS);
  }
}
