package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * A privacy loss L = h (U - D) on a lattice, U and D independent compound Poisson sums, and the
 * hockey sticks that it makes: sums of positive terms.
 */
final class LatticeLoss {
  /**
   * Bounds what is left out of every mean: of a function of L that is at most 1, and, relative to
   * the mean of e^L, of one that is at most e^L.
   */
  static final double LEFT_OUT = 1e-18;

  /** U beyond its table; U and D both beyond the table of D, each with the root of it. */
  private static final double TAIL = 1e-20;

  /** Points per deviation of L, as far as it is nearly normal; beyond, points per power of e. */
  private static final double FINE = 34;

  private static final double BULK = 12;
  private static final int FAR = 24;

  private final double step;
  private final double[] survival;
  private final double[] mean;
  private final double[] down;
  private final int[] points;

  LatticeLoss(double step, LatticeJumps upward, LatticeJumps downward) {
    this.step = step;
    double root = StrictMath.sqrt(TAIL);
    this.down = downward.law(Math.max(upward.length(step, root), downward.length(step, root)));
    double[] up = upward.law(upward.length(step, TAIL));
    this.survival = new double[up.length];
    this.mean = new double[up.length];
    double shrink = StrictMath.exp(-step);
    double part = -StrictMath.expm1(-step);
    for (int k = up.length - 2; k >= 0; k--) {
      survival[k] = survival[k + 1] + up[k + 1];
      mean[k] = shrink * mean[k + 1] + part * survival[k];
    }
    this.points = points(StrictMath.sqrt(upward.moment(2) + downward.moment(2)), up.length);
  }

  /** E[1 - a e^-L]+ for factors a from 1 on, from above, and something more. */
  HockeySticks chords(double more) {
    return HockeySticks.chords(at(k -> StrictMath.expm1(k * step)), at(k -> sum(mean, k) + more));
  }

  /** The same from below. */
  HockeySticks tangents() {
    return HockeySticks.tangents(
        at(k -> StrictMath.expm1(k * step)),
        at(k -> sum(mean, k)),
        at(k -> -(sum(survival, k) - sum(mean, k)) * StrictMath.exp(-k * step)));
  }

  /** E[a - e^-L]+ for factors a up to 1, from above, as a function of 1 - a. */
  HockeySticks chordsBelowOne() {
    return HockeySticks.chords(
        at(k -> -StrictMath.expm1(-k * step)), at(k -> StrictMath.exp(-k * step) * sum(mean, k)));
  }

  /** The same from below. */
  HockeySticks tangentsBelowOne() {
    return HockeySticks.tangents(
        at(k -> -StrictMath.expm1(-k * step)),
        at(k -> StrictMath.exp(-k * step) * sum(mean, k)),
        at(k -> -sum(survival, k)));
  }

  private double[] at(IntToDoubleFunction function) {
    return Arrays.stream(points).mapToDouble(function).toArray();
  }

  /** Where hockey sticks are computed: dense where they fall fast. */
  private static int[] points(double deviation, int length) {
    int[] found = new int[length + 1];
    int size = 1;
    int spacing = Math.max(1, (int) (deviation / FINE));
    while (found[size - 1] < length) {
      int at = found[size - 1];
      found[size++] = at + (at < BULK * deviation ? spacing : Math.max(spacing, at / FAR));
    }
    return Arrays.copyOf(found, size);
  }

  private double sum(double[] table, int k) {
    double sum = 0;
    int most = Math.min(down.length, table.length - k);
    for (int j = 0; j < most; j++) {
      sum += down[j] * table[k + j];
    }
    return sum;
  }
}
