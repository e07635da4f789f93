package org.shuffledcheckin.accountant.lowerbound;

/**
 * The epsilon of the worst known data set under Poisson check-in with Gaussian noise, from below.
 *
 * <p>Reports so far out that hardly any come in a run are told by the farthest of them alone, as
 * one of its level; all others are composed on a grid. With e^-R the chance that none is so far
 * out, delta(e) &ge; e^-R rest(e) + sum over levels of Pr(the farthest is there) rest(e - loss
 * there).
 */
final class GaussianProcessBound {
  /** Below this delta the transform's own doubt is too large. */
  private static final double SMALLEST_DELTA = 1e-9;

  /** Beyond this shift single reports tell everything, and losses overflow. */
  private static final double LARGEST_MU = 16;

  private static final int LEVELS = 512;
  private static final double LEVEL_WIDTH = 1 / 64.0;
  private static final double HIGHEST = 30;

  /** Steps of the grid that make up the smallest possible loss. */
  private static final double FINEST = 256;

  private final ReportCells cells;
  private final double delta;
  private final double far;
  private final LatticeSum rest;
  private final double surplus;
  private final double[] farthest = new double[LEVELS];
  private final double[] loss = new double[LEVELS];

  GaussianProcessBound(long clients, double mu, double rate, double delta) {
    this.cells = new ReportCells(clients, mu, rate);
    this.delta = delta;
    this.far = far(0.2 * Math.sqrt(delta));
    this.rest = LatticeSum.of(width -> cells.below(far, width), 1.0 / (FINEST * clients));
    this.surplus = cells.surplus(rest.width());
    for (int level = 0; level < LEVELS; level++) {
      double start = far + level * LEVEL_WIDTH;
      double stop = level == LEVELS - 1 ? Double.POSITIVE_INFINITY : start + LEVEL_WIDTH;
      double beyond = cells.rateBeyond(stop);
      farthest[level] = Math.exp(-beyond) * -Math.expm1(beyond - cells.rateBeyond(start));
      loss[level] = cells.mergedLoss(start, stop);
    }
  }

  /** Whether it can be computed. */
  static boolean applies(long clients, double mu, double delta) {
    return clients >= 2 && mu <= LARGEST_MU && delta >= SMALLEST_DELTA;
  }

  /** The largest epsilon found at which delta is exceeded. */
  double epsilon() {
    double low = 0;
    double high = 1;
    while (delta(high) > delta) {
      low = high;
      high = 2 * high;
    }
    if (low == 0 && delta(0) <= delta) {
      return 0;
    }
    for (int i = 0; i < 60 && high - low > 1e-9 * high; i++) {
      double middle = 0.5 * (low + high);
      if (delta(middle) > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double delta(double epsilon) {
    double sum = Math.exp(-cells.rateBeyond(far)) * rest.delta(epsilon + surplus);
    for (int level = 0; level < LEVELS; level++) {
      sum += farthest[level] * rest.delta(epsilon + surplus - loss[level]);
    }
    return sum * (1 - 1e-9);
  }

  /** The value beyond which so many reports come in a run. */
  private double far(double reports) {
    double low = 0;
    double high = HIGHEST;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      if (cells.rateBeyond(middle) > reports) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
