package org.shuffledcheckin.accountant.losses;

/**
 * Poisson check-ins with a pure randomiser: all jumps of the loss have one size, J = log(1 + (e0 -
 * 1)/n), and their number, upward less downward, is the difference K of two Poisson counts.
 *
 * <p>Pr(K = k) is e^-(a+b) (a/b)^(k/2) I_k(2 sqrt(ab)). Ratios of Bessel functions come from the
 * recurrence for falling k, whose terms are all positive, so every probability is accurate to
 * rounding however small it is. The profile is linear between the factors e^(kJ): apart from what
 * lies beyond the last one, the bounds are exact.
 *
 * @param rate of the reports that tell anything
 * @param epsilon0 of the randomiser
 */
record PureProcess(double rate, double epsilon0) implements RoundProfile {
  /** What lies beyond the last factor, and is added to the bound from above. */
  private static final double TAIL = 1e-22;

  /** How many terms beyond the last one the recurrence starts: each shrinks its error. */
  private static final int HEAD_START = 40;

  @Override
  public double most() {
    return Math.min(1, rate);
  }

  @Override
  public HockeySticks above(long clients) {
    return sticks(clients, TAIL);
  }

  /** The chords of what is left if the tail is left out: that is linear between the points. */
  @Override
  public HockeySticks below(long clients) {
    return sticks(clients, 0);
  }

  private HockeySticks sticks(long clients, double tail) {
    double small = StrictMath.exp(-epsilon0);
    double contrast = -StrictMath.expm1(-epsilon0);
    double upward = rate * (clients * small + contrast) / (1 + small);
    double downward = rate * clients * small / (1 + small);
    double jump = StrictMath.log1p(contrast / (small * clients));
    double[] mass = difference(upward, downward);
    double[] excess = new double[mass.length];
    double[] value = new double[mass.length];
    // The sum over k > j of Pr(K = k) (1 - e^(-(k-j)J)), from the last j down.
    double shrink = StrictMath.exp(-jump);
    double step = -StrictMath.expm1(-jump);
    double survival = 0;
    double sum = 0;
    for (int j = mass.length - 1; j >= 0; j--) {
      excess[j] = StrictMath.expm1(j * jump);
      value[j] = sum + tail;
      survival += mass[j];
      sum = shrink * sum + step * survival;
    }
    return HockeySticks.chords(excess, value);
  }

  /** Pr(K = k) for k from 0 to where less than {@link #TAIL} is left. */
  private static double[] difference(double upward, double downward) {
    double bessel = 2 * StrictMath.sqrt(upward * downward);
    double growth = StrictMath.sqrt(upward / downward);
    int length = length(upward, downward);
    double[] ratio = new double[length + HEAD_START + 1];
    double far = ratio.length - 1;
    ratio[ratio.length - 1] = bessel / (far + StrictMath.sqrt(far * far + bessel * bessel));
    double total = 0;
    for (int k = ratio.length - 2; k >= 1; k--) {
      ratio[k] = 1 / (2 * k / bessel + ratio[k + 1]);
      total = ratio[k] * (1 + total);
    }
    double apart = StrictMath.sqrt(upward) - StrictMath.sqrt(downward);
    double[] mass = new double[length];
    mass[0] = StrictMath.exp(-apart * apart) / (1 + 2 * total);
    for (int k = 1; k < length; k++) {
      mass[k] = mass[k - 1] * ratio[k] * growth;
    }
    return mass;
  }

  /** By Chernoff's bound: Pr(K >= k) is at most exp(a(z - 1) + b(1/z - 1)) / z^k, z > 1. */
  private static int length(double upward, double downward) {
    double best = Double.POSITIVE_INFINITY;
    for (double log = 0x1p-12; log < 16; log *= 1.25) {
      double moment = upward * StrictMath.expm1(log) + downward * StrictMath.expm1(-log);
      best = Math.min(best, (moment - StrictMath.log(TAIL)) / log);
    }
    return 2 + (int) best;
  }
}
