package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * The law of the number c of leftovers among a growing number of clients, cut into intervals of
 * equal width. What lies beyond its range, below 1e-34, is left out. Where one interval holds
 * everything, its mean is all that is known.
 */
final class LeftoverLaw {
  /** Bernstein: deviations by sqrt(2vL) + L have probability below 2e^-L. */
  private static final double LIMIT = 80;

  private final double probability;
  private final long first;
  private final int width;
  private final double[] mass;
  private long clients;

  /**
   * Starts with the fewest clients.
   *
   * @param most how many clients there will be at most
   * @param probability of each to be a leftover
   * @param width of the intervals
   */
  LeftoverLaw(long fewest, long most, double probability, int width) {
    this.clients = fewest;
    this.probability = probability;
    this.width = width;
    double spread = StrictMath.sqrt(2 * LIMIT * most * probability * (1 - probability)) + LIMIT;
    this.first = Math.max(0, (long) (fewest * probability - spread));
    long last = Math.min(most, (long) (most * probability + spread) + 1);
    int intervals = (int) ((last - first) / width) + 1;
    this.mass = new double[intervals == 1 ? 0 : intervals * width];
    Binomial law = new Binomial(fewest, probability);
    for (int i = 0; i < mass.length; i++) {
      mass[i] = law.pmf(first + i);
    }
  }

  int intervals() {
    return Math.max(1, mass.length / width);
  }

  /** Makes it the law among one client more. */
  void grow() {
    clients++;
    for (int i = mass.length - 1; i > 0; i--) {
      mass[i] = (1 - probability) * mass[i] + probability * mass[i - 1];
    }
    if (mass.length > 0) {
      mass[0] *= 1 - probability;
    }
  }

  /** The smallest c of an interval; that of the next interval is its upper end. */
  double low(int interval) {
    return first + (double) interval * width;
  }

  /** The probability of an interval. */
  double probability(int interval) {
    if (mass.length == 0) {
      return 1;
    }
    double sum = 0;
    for (int i = interval * width; i < (interval + 1) * width; i++) {
      sum += mass[i];
    }
    return sum;
  }

  /** The mean of c - low, on the interval, times its probability. */
  double moment(int interval) {
    if (mass.length == 0) {
      return clients * probability - first;
    }
    double sum = 0;
    for (int i = 0; i < width; i++) {
      sum += i * mass[interval * width + i];
    }
    return sum;
  }
}
