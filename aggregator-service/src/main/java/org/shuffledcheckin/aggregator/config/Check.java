package org.shuffledcheckin.aggregator.config;

/** Checks configured values; each message names the value, its bound and what was given. */
final class Check {
  private Check() {}

  static void inRange(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be in [" + low + ", " + high + "] but is " + value);
    }
  }

  static void fraction(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1) but is " + value);
    }
  }
}
