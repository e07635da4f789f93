package org.shuffledcheckin.accountant.pld;

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
 * @param slack bounds the probability, under the tilted law, of everything not in {@code mass}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box a million doubles
record TiltedLosses(
    double tilt, double step, long low, double[] mass, double logScale, double slack) {
  /** Tilted probability that may always be cut off at each end and moved into the slack. */
  static final double CROP = 1e-17;

  /** Bounds the relative error of rates that come from the normal distribution. */
  static final double RATE_ERROR = 0x1p-47;

  /** Bounds the relative error of probabilities that come from laws of counts. */
  static final double PROBABILITY_ERROR = 1e-12;

  /** The relative error of an exponential per unit of what its exponent was summed from. */
  static final double EXPONENT_ERROR = 0x1p-52;

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
    double sum = 0;
    for (int j = 0; j < mass.length; j++) {
      int cell = (int) (Math.floorDiv(low + j, factor) - newLow);
      double stays = mass[j] * stay[j % period];
      double moves = mass[j] * move[j % period];
      target[cell] += stays;
      target[cell + 1] += moves;
      sum += stays + moves;
    }
    for (int j = 0; j < target.length; j++) {
      target[j] /= sum;
    }
    return new TiltedLosses(tilt, wider, newLow, target, logScale + Math.log(sum), slack / sum)
        .cropped(CROP);
  }
}
