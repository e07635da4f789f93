package org.shuffledcheckin.experiments.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Prints parts of a promise so that rounding never makes it say more than is proven. */
public final class Bounds {
  private static final MathContext DELTA = new MathContext(2, RoundingMode.CEILING);

  private Bounds() {}

  /** So many decimals, rounded up. */
  public static String up(double value, int decimals) {
    return rounded(value, decimals, RoundingMode.CEILING);
  }

  /** So many decimals, rounded down. */
  public static String down(double value, int decimals) {
    return rounded(value, decimals, RoundingMode.FLOOR);
  }

  /** A delta: exact where it is one in so many, otherwise two digits, rounded up. */
  public static String delta(double delta) {
    long of = Math.round(1 / delta);
    if (of > 0 && 1.0 / of == delta) {
      return String.format(Locale.ROOT, "1/%,d", of);
    }
    return String.format(Locale.ROOT, "%.1e", new BigDecimal(delta).round(DELTA));
  }

  private static String rounded(double value, int decimals, RoundingMode rounding) {
    return Double.isFinite(value)
        ? new BigDecimal(value).setScale(decimals, rounding).toPlainString()
        : "infinite";
  }
}
