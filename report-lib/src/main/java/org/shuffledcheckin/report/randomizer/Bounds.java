package org.shuffledcheckin.report.randomizer;

/** Checks arguments; each message names the value, its bound and what was given. */
final class Bounds {
  private Bounds() {}

  static int requireBetween(String name, int value, int low, int high) {
    if (value < low || value > high) {
      throw outside(name, low, high, value);
    }
    return value;
  }

  /** Also refuses NaN. */
  static double requireBetween(String name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw outside(name, low, high, value);
    }
    return value;
  }

  static double requireEpsilon0(double value) {
    return requireBetween(
        "epsilon0", value, RandomizerSpec.MIN_EPSILON0, RandomizerSpec.MAX_EPSILON0);
  }

  static double requireExpectedCount(double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "expected count must be positive and finite but is " + value);
    }
    return value;
  }

  static void requireLength(String name, int length, int required) {
    if (length != required) {
      throw new IllegalArgumentException(
          name + " must have length " + required + " but has " + length);
    }
  }

  private static IllegalArgumentException outside(String name, Object low, Object high, Object is) {
    return new IllegalArgumentException(
        name + " must be in [" + low + ", " + high + "] but is " + is);
  }
}
