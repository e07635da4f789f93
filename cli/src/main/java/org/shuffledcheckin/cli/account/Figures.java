package org.shuffledcheckin.cli.account;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.shuffledcheckin.accountant.Kind;

/** Prints numbers so that rounding never makes a bound say more than is proven. */
final class Figures {
  private static final int DIGITS = 5;

  private Figures() {}

  /** Five digits: upper bounds rounded up, lower bounds down, the rest to nearest. */
  static String of(double value, Kind kind) {
    RoundingMode rounding =
        switch (kind) {
          case UPPER_BOUND -> RoundingMode.CEILING;
          case LOWER_BOUND -> RoundingMode.FLOOR;
          case NUMERICAL, PAPER -> RoundingMode.HALF_EVEN;
        };
    return rounded(value, rounding);
  }

  /** Up to five digits, to nearest. */
  static String of(double value) {
    BigDecimal digits =
        new BigDecimal(value)
            .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
            .stripTrailingZeros();
    return usual(value) ? digits.toPlainString() : digits.toString().replace("E", "e");
  }

  private static String rounded(double value, RoundingMode rounding) {
    if (Double.isInfinite(value)) {
      return "infinite";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal digits = new BigDecimal(value).round(new MathContext(DIGITS, rounding));
    return usual(value)
        ? digits.toPlainString()
        : String.format(Locale.ROOT, "%." + (DIGITS - 1) + "e", digits);
  }

  /** Whether a number is read more easily without an exponent. */
  private static boolean usual(double value) {
    double magnitude = Math.abs(value);
    return magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e6);
  }
}
