package org.shuffledcheckin.accountant.numeric;

/**
 * Evaluates functions whose value and slope both vanish at 0, without the cancellation that the
 * textbook forms suffer there.
 *
 * <p>Rényi divergences of nearly equal laws are sums of such terms, all of one sign: summing them
 * keeps full relative precision even where the divergence is 1e-12.
 */
public final class SecondOrder {
  /** Below this the power series are used; above it the direct forms lose at most two digits. */
  private static final double SERIES_LIMIT = 0.25;

  private static final int MAX_TERMS = 60;

  private SecondOrder() {}

  /** Returns log(1+y) − y, which is at most 0, for y &gt; −1. */
  public static double log1pMinus(double y) {
    if (Math.abs(y) > SERIES_LIMIT) {
      return Math.log1p(y) - y;
    }
    double power = y;
    double sum = 0;
    for (int m = 2; m < MAX_TERMS; m++) {
      power *= -y;
      double term = power / m;
      sum += term;
      if (Math.abs(term) <= 1e-18 * Math.abs(sum)) {
        break;
      }
    }
    return sum;
  }

  /** Returns exp(−z) − 1 + z, which is at least 0. */
  public static double expm1Plus(double z) {
    if (Math.abs(z) > SERIES_LIMIT) {
      return Math.expm1(-z) + z;
    }
    double term = -z;
    double sum = 0;
    for (int m = 2; m < MAX_TERMS; m++) {
      term *= -z / m;
      sum += term;
      if (Math.abs(term) <= 1e-18 * Math.abs(sum)) {
        break;
      }
    }
    return sum;
  }

  /**
   * Returns x^order − 1 − order·(x − 1) for x = exp(logX), which is at least 0 for order &gt; 1. It
   * is the part of x^order that is left after the terms that average to 0.
   */
  public static double powerExcess(double order, double logX) {
    if (Math.abs(order * logX) > SERIES_LIMIT) {
      return Math.expm1(order * logX) - order * Math.expm1(logX);
    }
    double factorialPower = logX;
    double sum = 0;
    double logOrder = Math.log(order);
    for (int m = 2; m < MAX_TERMS; m++) {
      factorialPower *= logX / m;
      double term = order * Math.expm1((m - 1) * logOrder) * factorialPower;
      sum += term;
      if (Math.abs(term) <= 1e-18 * Math.abs(sum)) {
        break;
      }
    }
    return sum;
  }

  /** Returns log(exp(a) − 1) for a &gt; 0 without overflow; negative infinity at 0. */
  public static double logExpm1(double a) {
    return a > 1 ? a + Math.log1p(-Math.exp(-a)) : Math.log(Math.expm1(a));
  }
}
