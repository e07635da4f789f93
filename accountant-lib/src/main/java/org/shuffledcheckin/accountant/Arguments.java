package org.shuffledcheckin.accountant;

/** Checks arguments; each message names the value, its bound and what was given. */
public final class Arguments {
  private Arguments() {}

  /** A number in [0, 1]. */
  public static double requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1] but is " + value);
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

  /** Epsilon may be infinite ("no guarantee") but neither negative nor NaN. */
  public static double requireEpsilon(double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException("epsilon must be at least 0 but is " + value);
    }
    return value;
  }
}
