package org.shuffledcheckin.kit.round;

/** Checks announced values; each message names the value, its bound and what was given. */
final class Checks {
  private Checks() {}

  static void inRange(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be in [" + low + ", " + high + "] but is " + value);
    }
  }

  static void positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite but is " + value);
    }
  }

  static void epsilon0(double value) {
    if (!(value > 0 && value <= WireLimits.EPSILON0)) {
      throw new IllegalArgumentException(
          "epsilon0 must be in (0, " + WireLimits.EPSILON0 + "] but is " + value);
    }
  }

  static void dimension(int value, int low) {
    inRange("dimension", value, low, WireLimits.DIMENSION);
  }
}
