package org.shuffledcheckin.accountant.pld;

import org.shuffledcheckin.accountant.numeric.CompensatedSum;

/**
 * A privacy loss distribution on an even grid, seen through a tilt: P has mass {@code exp(logScale
 * - tilt * l) * mass[j]} at loss {@code l = step * (low + j)}. Immutable by agreement: nobody
 * writes to {@code mass} after construction.
 *
 * @param tilt the exponent theta of the tilted law
 * @param step the width of the grid
 * @param low the grid index of the first entry
 * @param mass probabilities under the tilted law
 * @param logScale log E_P[e^(theta L)]
 * @param slack bounds the probability, under the tilted law, of everything not in {@code mass}, and
 *     what {@code mass} may be above 1 in all
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box a million doubles
record TiltedLosses(
    double tilt, double step, long low, double[] mass, double logScale, double slack) {
  /** Tilted probability that may always be cut off at each end and moved into the slack. */
  static final double CROP = 1e-17;

  private static final double UNIT = 0x1p-53;

  /**
   * Bounds the relative error of masses that were split on two grid points, tilted and normalised.
   *
   * @param exponent the sum of the absolute terms of all exponents
   */
  static double roundingError(double exponent) {
    return UNIT * (32 + 8 * exponent);
  }

  /** A law of which nothing is known but its moment. */
  static TiltedLosses unknown(double tilt, double step, double logScale) {
    return new TiltedLosses(tilt, step, 0, new double[] {1}, logScale, Double.POSITIVE_INFINITY);
  }

  boolean isKnown() {
    return slack < 1;
  }

  long high() {
    return low + mass.length - 1;
  }

  /** No grid index is farther from 0 than this; at least 1. */
  double reach() {
    return Math.max(1, Math.max(Math.abs((double) low), Math.abs((double) high())));
  }

  /** The sum of all masses, to a few units of rounding. */
  double total() {
    CompensatedSum sum = new CompensatedSum();
    for (double m : mass) {
      sum.add(m);
    }
    return sum.value();
  }

  double deviation() {
    double first = 0;
    double total = 0;
    for (int j = 0; j < mass.length; j++) {
      total += mass[j];
      first += mass[j] * j;
    }
    double mean = first / total;
    double second = 0;
    for (int j = 0; j < mass.length; j++) {
      second += mass[j] * (j - mean) * (j - mean);
    }
    return step * Math.sqrt(second / total);
  }

  /** Cuts off up to this probability at each end; what is cut is added to the slack. */
  TiltedLosses cropped(double probability) {
    int start = 0;
    double cut = 0;
    while (start < mass.length - 1 && cut + mass[start] <= probability) {
      cut += mass[start++];
    }
    int end = mass.length;
    double cutAbove = 0;
    while (end > start + 1 && cutAbove + mass[end - 1] <= probability) {
      cutAbove += mass[--end];
    }
    double[] kept = new double[end - start];
    System.arraycopy(mass, start, kept, 0, kept.length);
    return new TiltedLosses(tilt, step, low + start, kept, logScale, slack + cut + cutAbove);
  }

  /** The same measure with all masses divided by a number. */
  TiltedLosses normalised(double by) {
    double[] divided = new double[mass.length];
    for (int j = 0; j < divided.length; j++) {
      divided[j] = mass[j] / by;
    }
    return new TiltedLosses(tilt, step, low, divided, logScale + Math.log(by), slack / by);
  }

  /** Moves to a grid that is wider by a power of two, keeping the P- and Q-mass of every point. */
  TiltedLosses onGrid(double wider) {
    long factor = Math.round(wider / step);
    if (factor == 1 || !isKnown()) {
      return isKnown() ? this : unknown(tilt, wider, logScale);
    }
    // The weights repeat with the period of the factor.
    int period = (int) Math.min(factor, mass.length);
    double[] stay = new double[period];
    double[] move = new double[period];
    for (int t = 0; t < period; t++) {
      double offset = step * Math.floorMod(low + t, factor);
      double share = Math.expm1(-offset) / Math.expm1(-wider);
      stay[t] = (1 - share) * Math.exp(-tilt * offset);
      move[t] = share * Math.exp(tilt * (wider - offset));
    }
    long newLow = Math.floorDiv(low, factor);
    double[] target = new double[(int) (Math.floorDiv(high(), factor) - newLow) + 2];
    CompensatedSum total = new CompensatedSum();
    for (int j = 0; j < mass.length; j++) {
      int cell = (int) (Math.floorDiv(low + j, factor) - newLow);
      double stays = mass[j] * stay[j % period];
      double moves = mass[j] * move[j % period];
      target[cell] += stays;
      target[cell + 1] += moves;
      total.add(stays);
      total.add(moves);
    }
    double sum = total.value();
    // What is in the slack grows by at most e^(tilt wider); a target is a sum of 2 factor terms.
    double error = roundingError(tilt * wider) + 2 * UNIT * Math.min(factor, mass.length);
    double moved = slack * Math.exp(tilt * wider) + error * sum;
    return new TiltedLosses(tilt, wider, newLow, target, logScale, moved)
        .normalised(sum)
        .cropped(CROP);
  }
}
