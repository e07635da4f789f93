package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.Arguments;

/**
 * One named number of a randomiser's description and the values it may have. The name is the same
 * in configuration, on the wire, in stored text and in documents.
 *
 * @param name in kebab case
 * @param low the smallest value
 * @param high the largest value
 * @param whole whether it is an integer
 */
public record SpecField(String name, double low, double high, boolean whole) {
  static final SpecField DIMENSION = integer("dimension", 1, RandomizerSpec.MAX_DIMENSION);
  static final SpecField CLIP = number("clip", Clip.SMALLEST, Clip.LARGEST);
  static final SpecField GRID_STEPS =
      integer("grid-steps", GaussianGrid.MIN_STEPS, GaussianGrid.MAX_STEPS);
  static final SpecField EPSILON0 =
      number("epsilon0", RandomizerSpec.MIN_EPSILON0, RandomizerSpec.MAX_EPSILON0);

  static SpecField number(String name, double low, double high) {
    return new SpecField(name, low, high, false);
  }

  static SpecField integer(String name, int low, int high) {
    return new SpecField(name, low, high, true);
  }

  double require(double value) {
    return Arguments.requireBetween(words(), value, low, high);
  }

  int require(int value) {
    return Arguments.requireBetween(words(), value, (int) low, (int) high);
  }

  private String words() {
    return name.replace('-', ' ');
  }
}
