package org.shuffledcheckin.accountant.pld;

import org.shuffledcheckin.accountant.Arguments;

/**
 * How fine the grids are. A finer one gives a smaller bound, never an unsound one: the relative
 * excess of epsilon falls with the square of {@code pointsPerDeviation}.
 *
 * @param pointsPerDeviation grid points per standard deviation of what is on the grid
 */
record Resolution(double pointsPerDeviation) {
  /** Within about 0.01 % of the limit. */
  static final Resolution DEFAULT = new Resolution(48);

  /** Validates the resolution. */
  Resolution {
    Arguments.requirePositive("points per deviation", pointsPerDeviation);
  }

  /** How much the log-moment of one round may grow when it is put on a grid, relatively. */
  double momentTolerance() {
    return 1 / (6 * pointsPerDeviation * pointsPerDeviation);
  }
}
