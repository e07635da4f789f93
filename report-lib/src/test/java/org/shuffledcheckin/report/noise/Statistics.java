package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of hypotheses with a stated probability of failing by chance. */
public final class Statistics {
  /** Chance that one assertion of this class fails although the code is right. */
  public static final double FALSE_FAILURE = 1e-7;

  // Two-sided quantile of the standard normal law at FALSE_FAILURE, rounded up.
  private static final double Z = 5.33;

  private Statistics() {}

  /**
   * Asserts that counts fit their probabilities, by the chi-square statistic and the bound of
   * Laurent and Massart on its tail. Cells should expect at least ten.
   */
  public static void assertFits(long[] counts, double[] probabilities) {
    long total = 0;
    for (long c : counts) {
      total += c;
    }
    double statistic = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = total * probabilities[i];
      assertThat(expected).as("expected count of cell %d", i).isGreaterThan(10);
      statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    double degrees = counts.length - 1.0;
    double t = -Math.log(FALSE_FAILURE);
    assertThat(statistic)
        .as("chi-square of %s degrees", degrees)
        .isLessThan(degrees + 2 * Math.sqrt(degrees * t) + 2 * t);
  }

  /** Asserts that an average is where the central limit puts it. */
  public static void assertMean(String what, double average, double mean, double standardError) {
    assertThat((average - mean) / standardError).as(what).isBetween(-Z, Z);
  }

  /** Asserts that a number of rare events is plausible for its expectation, by Chernoff's bound. */
  public static void assertRare(String what, long events, double expected) {
    double t = -Math.log(FALSE_FAILURE / 2);
    double reach = Math.sqrt(2 * expected * t) + t;
    assertThat((double) events).as(what).isBetween(expected - reach, expected + reach);
  }

  /** The standard normal distribution's upper tail, by Simpson's rule; relative error 1e-9. */
  public static double normalTail(double z) {
    if (z < 0) {
      return 1 - normalTail(-z);
    }
    int steps = 4000;
    double h = 12.0 / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double x = z + i * h;
      int weight = i == 0 || i == steps ? 1 : 2 + 2 * (i % 2);
      sum += weight * Math.exp(-x * x / 2);
    }
    return sum * h / 3 / Math.sqrt(2 * Math.PI);
  }
}
