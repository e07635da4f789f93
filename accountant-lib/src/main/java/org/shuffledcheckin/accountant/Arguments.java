package org.shuffledcheckin.accountant;

/**
 * The product's one validator of arguments. Each message names the value, its bound and what was
 * given; NaN is in no range.
 */
public final class Arguments {
  private Arguments() {}

  /** A number in [0, 1]. */
  public static double requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw outside(name, "[0, 1]", value);
    }
    return value;
  }

  /** A number above 0 and below infinity. */
  public static double requirePositive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite but is " + value);
    }
    return value;
  }

  /** An integer no smaller than the bound. */
  public static long requireAtLeast(String name, long value, long bound) {
    if (value < bound) {
      throw new IllegalArgumentException(name + " must be at least " + bound + " but is " + value);
    }
    return value;
  }

  /** An integer in [low, high]. */
  public static int requireBetween(String name, int value, int low, int high) {
    return (int) requireBetween(name, (long) value, low, high);
  }

  /** An integer in [low, high]. */
  public static long requireBetween(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw outside(name, "[" + low + ", " + high + "]", value);
    }
    return value;
  }

  /** A number in [low, high]. */
  public static double requireBetween(String name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw outside(name, "[" + low + ", " + high + "]", value);
    }
    return value;
  }

  /** A number in (0, 1]. */
  public static double requireRate(String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw outside(name, "(0, 1]", value);
    }
    return value;
  }

  /** A number in [0, 1). */
  public static double requireFraction(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw outside(name, "[0, 1)", value);
    }
    return value;
  }

  /** A number in (0, 1). */
  public static double requireDelta(double value) {
    return requireDelta("delta", value);
  }

  /** A number in (0, 1). */
  public static double requireDelta(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw outside(name, "(0, 1)", value);
    }
    return value;
  }

  /** Epsilon may be infinite ("no guarantee") but neither negative nor NaN. */
  public static double requireEpsilon(double value) {
    return requireNonNegative("epsilon", value);
  }

  /** A number of at least 0; infinity is one. */
  public static double requireNonNegative(String name, double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(name + " must be at least 0 but is " + value);
    }
    return value;
  }

  /** An order of Rényi divergence: above 1 and below infinity. */
  public static double requireOrder(double value) {
    if (!(value > 1 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("order must be finite and above 1 but is " + value);
    }
    return value;
  }

  private static IllegalArgumentException outside(String name, String range, Object value) {
    return new IllegalArgumentException(name + " must be in " + range + " but is " + value);
  }
}
