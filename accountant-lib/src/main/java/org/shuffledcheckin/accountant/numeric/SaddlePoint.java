package org.shuffledcheckin.accountant.numeric;

/**
 * The deviance of Loader's saddle-point expansion. Differences of log-gamma functions lose five
 * digits at n = 60 000; this form loses none.
 */
final class SaddlePoint {
  private static final double SERIES_RANGE = 0.1;

  private SaddlePoint() {}

  /**
   * x log(x/mean) + mean - x, given the difference x - mean exactly as the caller knows it.
   *
   * @param difference x - mean, which near the mean is more accurate than the two rounded numbers
   */
  static double deviance(double x, double mean, double difference) {
    if (x == 0) {
      return mean;
    }
    double sum = x + mean;
    if (Math.abs(difference) >= SERIES_RANGE * sum) {
      return x * Math.log(x / mean) - difference;
    }
    double v = difference / sum;
    double total = difference * v;
    double power = 2 * x * v;
    for (int j = 1; j < 100; j++) {
      power *= v * v;
      double next = total + power / (2 * j + 1);
      if (next == total) {
        break;
      }
      total = next;
    }
    return total;
  }
}
