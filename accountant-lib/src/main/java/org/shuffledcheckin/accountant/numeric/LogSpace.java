package org.shuffledcheckin.accountant.numeric;

/** Sums and differences of numbers known by their logarithms. */
public final class LogSpace {
  private static final double LOG_TWO = 0.6931471805599453;

  private LogSpace() {}

  /** log(e^a + e^b); either may be negative infinity. */
  public static double add(double a, double b) {
    double high = Math.max(a, b);
    double low = Math.min(a, b);
    return low == Double.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
  }

  /** log(1 - e^x) for x &le; 0, accurate at both ends. */
  public static double log1mExp(double x) {
    return x > -LOG_TWO ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
  }

  /** log(1 + e^x) for every x. */
  public static double log1pExp(double x) {
    return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
  }
}
