package org.shuffledcheckin.accountant.testing;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Elementary functions to 50 digits and more, relative to their values: what floating point is
 * judged by. Slow, and meant for numbers of moderate size.
 */
public final class Decimals {
  /** The precision that callers should compute with. */
  public static final MathContext DIGITS = new MathContext(60);

  private static final MathContext INNER = new MathContext(80);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal LOG_TEN = logNearOne(BigDecimal.TEN);
  private static final MathContext LONG = new MathContext(500);
  private static final BigDecimal PI = longPi();
  private static final BigDecimal ROOT_TWO_PI = PI.multiply(TWO).sqrt(LONG);

  private Decimals() {}

  /** The exact value of a double. */
  public static BigDecimal of(double value) {
    return new BigDecimal(value);
  }

  /** The circle's number. */
  public static BigDecimal pi() {
    return PI.round(INNER);
  }

  /** e^x. */
  public static BigDecimal exp(BigDecimal x) {
    int halvings = Math.max(0, 8 + (int) Math.ceil(Math.log(1 + Math.abs(x.doubleValue())) * 1.5));
    BigDecimal small = x.divide(TWO.pow(halvings), INNER);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; term.signum() != 0 && term.precision() - term.scale() > -90; i++) {
      term = term.multiply(small, INNER).divide(BigDecimal.valueOf(i), INNER);
      sum = sum.add(term, INNER);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, INNER);
    }
    return sum.round(DIGITS);
  }

  /** The natural logarithm of a positive number. */
  public static BigDecimal log(BigDecimal x) {
    int shift = x.precision() - x.scale();
    BigDecimal mantissa = x.movePointLeft(shift);
    return logNearOne(mantissa).add(LOG_TEN.multiply(BigDecimal.valueOf(shift)), DIGITS);
  }

  /** The standard normal density. */
  public static BigDecimal normalDensity(BigDecimal x) {
    BigDecimal power = exp(x.multiply(x).divide(TWO).negate());
    return power.divide(ROOT_TWO_PI.round(INNER), DIGITS);
  }

  /** Pr(Z > x) of a standard normal variable, in both tails. */
  public static BigDecimal normalSurvival(BigDecimal x) {
    double size = x.doubleValue();
    // The series gives Pr(0 < Z < x), of which a tail is left as a difference.
    MathContext digits = new MathContext(75 + (int) (size * size / 4));
    BigDecimal square = x.multiply(x, digits);
    BigDecimal term = x;
    BigDecimal sum = x;
    for (int k = 1; term.signum() != 0 && tooLarge(term, digits); k++) {
      term = term.multiply(square, digits).divide(BigDecimal.valueOf(2L * k + 1), digits);
      sum = sum.add(term, digits);
    }
    BigDecimal inside = sum.multiply(longDensity(square, digits), digits);
    return new BigDecimal("0.5").subtract(inside, digits).round(DIGITS);
  }

  /** log(n!), by Stirling's series from 60 on. */
  public static BigDecimal logFactorial(long n) {
    if (n < 60) {
      BigDecimal product = BigDecimal.ONE;
      for (long i = 2; i <= n; i++) {
        product = product.multiply(BigDecimal.valueOf(i));
      }
      return log(product);
    }
    BigDecimal x = BigDecimal.valueOf(n);
    BigDecimal sum =
        x.multiply(log(x))
            .subtract(x)
            .add(log(pi().multiply(TWO).multiply(x)).divide(TWO, INNER), INNER);
    BigDecimal power = BigDecimal.ONE.divide(x, INNER);
    BigDecimal inverseSquare = power.multiply(power, INNER);
    // B_2k / (2k (2k - 1)); what follows is below 1e-45 at 60.
    String[][] terms = {
      {"1", "12"},
      {"-1", "360"},
      {"1", "1260"},
      {"-1", "1680"},
      {"1", "1188"},
      {"-691", "360360"},
      {"1", "156"},
      {"-3617", "122400"},
      {"43867", "244188"},
      {"-174611", "125400"},
      {"77683", "5796"},
      {"-236364091", "1506960"},
      {"657931", "300"},
      {"-3392780147", "93960"},
      {"1723168255201", "2492028"}
    };
    for (String[] fraction : terms) {
      BigDecimal coefficient =
          new BigDecimal(fraction[0]).divide(new BigDecimal(fraction[1]), INNER);
      sum = sum.add(coefficient.multiply(power, INNER), INNER);
      power = power.multiply(inverseSquare, INNER);
    }
    return sum;
  }

  private static boolean tooLarge(BigDecimal term, MathContext digits) {
    return term.precision() - term.scale() > -digits.getPrecision();
  }

  private static BigDecimal longDensity(BigDecimal square, MathContext digits) {
    BigDecimal half = square.divide(TWO);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; tooLarge(term, digits) || i < half.intValue() + 2; i++) {
      term = term.multiply(half, digits).divide(BigDecimal.valueOf(i), digits);
      sum = sum.add(term, digits);
    }
    return BigDecimal.ONE.divide(sum.multiply(ROOT_TWO_PI.round(digits), digits), digits);
  }

  /** By Halley's method, from the double's logarithm. */
  private static BigDecimal logNearOne(BigDecimal x) {
    BigDecimal y = BigDecimal.valueOf(Math.log(x.doubleValue()));
    for (int i = 0; i < 3; i++) {
      BigDecimal power = innerExp(y);
      BigDecimal step = x.subtract(power).divide(x.add(power), INNER).multiply(TWO);
      y = y.add(step, INNER);
    }
    return y;
  }

  private static BigDecimal innerExp(BigDecimal x) {
    BigDecimal small = x.divide(BigDecimal.valueOf(1 << 10), INNER);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; i < 40; i++) {
      term = term.multiply(small, INNER).divide(BigDecimal.valueOf(i), INNER);
      sum = sum.add(term, INNER);
    }
    for (int i = 0; i < 10; i++) {
      sum = sum.multiply(sum, INNER);
    }
    return sum;
  }

  /** Machin's formula. */
  private static BigDecimal longPi() {
    BigDecimal fifth = arctanOfInverse(5, LONG).multiply(BigDecimal.valueOf(16));
    return fifth.subtract(arctanOfInverse(239, LONG).multiply(BigDecimal.valueOf(4)), LONG);
  }

  private static BigDecimal arctanOfInverse(int n, MathContext digits) {
    BigDecimal square = BigDecimal.valueOf((long) n * n);
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), digits);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 1; tooLarge(power, digits); i += 2) {
      BigDecimal term = power.divide(BigDecimal.valueOf(i), digits);
      sum = i % 4 == 1 ? sum.add(term, digits) : sum.subtract(term, digits);
      power = power.divide(square, digits);
    }
    return sum;
  }
}
