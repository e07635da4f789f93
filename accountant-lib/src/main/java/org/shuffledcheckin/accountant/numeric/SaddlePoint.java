package org.shuffledcheckin.accountant.numeric;

/**
 * The parts of Loader's saddle-point expansion. Differences of log-gamma functions lose five digits
 * at n = 60 000; this form loses none.
 */
final class SaddlePoint {
  static final double LOG_TWO_PI = 1.8378770664093456;

  private static final double SERIES_RANGE = 0.1;

  /** Stirling's error log(n!) - log(sqrt(2 pi n) (n/e)^n) for n = 1, ..., 15. */
  private static final double[] STIRLING_ERROR = {
    0.08106146679532726,
    0.0413406959554093,
    0.02767792568499834,
    0.020790672103765093,
    0.016644691189821193,
    0.013876128823070748,
    0.01189670994589177,
    0.010411265261972096,
    0.009255462182712733,
    0.00833056343336287,
    0.007573675487951841,
    0.00694284010720953,
    0.006408994188004207,
    0.0059513701127588475,
    0.005554733551962801
  };

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
      return x * StrictMath.log(x / mean) - difference;
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

  /** log(n!) - log(sqrt(2 pi n) (n/e)^n) for n &ge; 1, and 0 for n = 0. */
  static double stirlingError(long n) {
    if (n == 0) {
      return 0;
    }
    return n <= STIRLING_ERROR.length ? STIRLING_ERROR[(int) n - 1] : series((double) n);
  }

  private static double series(double n) {
    double inverse = 1 / (n * n);
    double sum = 1.0 / 156;
    sum = 691.0 / 360360 - inverse * sum;
    sum = 1.0 / 1188 - inverse * sum;
    sum = 1.0 / 1680 - inverse * sum;
    sum = 1.0 / 1260 - inverse * sum;
    sum = 1.0 / 360 - inverse * sum;
    sum = 1.0 / 12 - inverse * sum;
    return sum / n;
  }
}
