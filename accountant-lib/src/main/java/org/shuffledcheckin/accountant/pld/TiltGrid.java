package org.shuffledcheckin.accountant.pld;

import java.util.function.IntToDoubleFunction;

/**
 * The geometric grid of tilts. Any tilt gives a sound bound; a grid lets neighbouring questions
 * share their transforms.
 */
final class TiltGrid {
  private static final double STEPS_PER_DOUBLING = 4;
  private static final int LIMIT = 400;

  private TiltGrid() {}

  static double at(int index) {
    return Math.pow(2, index / STEPS_PER_DOUBLING);
  }

  static int near(double tilt) {
    double index = Math.rint(STEPS_PER_DOUBLING * Math.log(tilt) / Math.log(2));
    return (int) Math.max(-LIMIT, Math.min(LIMIT, index));
  }

  /** Walks downhill from a start; the objectives are quasi-convex in the tilt. */
  static int minimise(int start, int lowest, IntToDoubleFunction objective) {
    int best = Math.max(lowest, start);
    double value = objective.applyAsDouble(best);
    while (best > lowest && value == Double.POSITIVE_INFINITY) {
      best--;
      value = objective.applyAsDouble(best);
    }
    int direction = objective.applyAsDouble(best + 1) < value ? 1 : -1;
    while (best + direction >= lowest && best + direction <= LIMIT) {
      double next = objective.applyAsDouble(best + direction);
      if (!(next < value)) {
        break;
      }
      value = next;
      best += direction;
    }
    return best;
  }
}
