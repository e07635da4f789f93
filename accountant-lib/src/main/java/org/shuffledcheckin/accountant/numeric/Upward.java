package org.shuffledcheckin.accountant.numeric;

/**
 * Arithmetic on numbers of at least 0 that never rounds down: exact results stay, others move to
 * the next double above. Elementary functions, which Java computes to one unit in the last place,
 * are raised by one.
 */
public final class Upward {
  private Upward() {}

  /** a + b or the next double above it. */
  public static double plus(double a, double b) {
    double sum = a + b;
    double large = Math.max(a, b);
    double small = Math.min(a, b);
    // Exact, because the larger one is subtracted first.
    return small - (sum - large) > 0 ? Math.nextUp(sum) : sum;
  }

  /** a · b or a double above it. */
  public static double times(double a, double b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    double product = a * b;
    // Below the normal range even the error of a product is rounded.
    boolean low = product < Double.MIN_NORMAL * 0x1p53 || Math.fma(a, b, -product) > 0;
    return low ? Math.nextUp(product) : product;
  }

  /** A number so many times, at most 2^53 of them. */
  public static double multiple(long count, double value) {
    return times((double) count, value);
  }

  /** e^x. */
  public static double exp(double x) {
    return x == 0 ? 1 : Math.nextUp(Math.exp(x));
  }

  /** (1 + x)^times − 1. */
  public static double growth(double x, long times) {
    if (x == 0 || times == 0) {
      return 0;
    }
    return Math.nextUp(Math.expm1(multiple(times, Math.nextUp(Math.log1p(x)))));
  }
}
