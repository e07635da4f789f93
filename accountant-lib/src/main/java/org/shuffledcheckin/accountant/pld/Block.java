package org.shuffledcheckin.accountant.pld;

import java.util.HashMap;
import java.util.Map;

/**
 * What is composed many times: one round, a fraction of a Poisson round, or several hundred of
 * either, as a tilted law with its Fourier transforms. Not safe for use by several threads at once.
 */
final class Block {
  /** Tilted probability that a window may miss on each side. */
  private static final double MISSED = 1e-16;

  private static final double UNIT = 0x1p-53;

  /** Chernoff's bound is tried at arguments from 2^-7 to 2^6 times a natural one. */
  private static final int MOMENTS_BELOW = 7;

  private static final int MOMENTS_ABOVE = 6;

  /** 2^6 times this is still far from overflow. */
  private static final double MOST_EXPONENT = 8;

  private final TiltedLosses losses;
  private final boolean compound;
  private final double slack;
  private final double[] arguments;
  private final double[] upward;
  private final double[] downward;
  private final Map<Integer, LogTransform> transforms = new HashMap<>();

  /**
   * Prepares a block.
   *
   * @param losses the tilted law, or the tilted rates of jumps
   * @param compound whether {@code losses} holds rates
   */
  Block(TiltedLosses losses, boolean compound) {
    this.losses = losses;
    this.compound = compound;
    // The transform takes the mass at 0 for what is left of 1: that may be less than there is.
    double above = compound ? 0 : Math.max(0, losses.total() - 1) + 4 * UNIT;
    this.slack = losses.slack() + above;
    double extent = losses.step() * Math.max(1, Math.max(-losses.low(), losses.high()));
    double base = Math.min(1 / scaleOf(losses, compound), MOST_EXPONENT / extent);
    int count = MOMENTS_BELOW + MOMENTS_ABOVE + 1;
    this.arguments = new double[count];
    this.upward = new double[count];
    this.downward = new double[count];
    for (int i = 0; i < count; i++) {
      arguments[i] = Math.scalb(base, i - MOMENTS_BELOW);
      upward[i] = logMoment(arguments[i]);
      downward[i] = logMoment(-arguments[i]);
    }
  }

  TiltedLosses losses() {
    return losses;
  }

  boolean compound() {
    return compound;
  }

  /** The largest grid index that {@code times} copies exceed with negligible probability. */
  long reachAbove(double times) {
    return (long) Math.ceil(reach(times, upward) / losses.step());
  }

  /** The smallest grid index that {@code times} copies fall below with negligible probability. */
  long reachBelow(double times) {
    return (long) Math.floor(-reach(times, downward) / losses.step());
  }

  /** How many grid points a window for {@code times} copies has. */
  long window(double times) {
    return Math.max(losses.mass().length, reachAbove(times) - reachBelow(times) + 1);
  }

  /** What one copy adds to the slack. */
  double slack() {
    return slack;
  }

  /**
   * The tilted probability that {@code times} copies leave the window of the two reaches, with a
   * thousandth more for rounding in the moments.
   */
  static double missed() {
    return 2.002 * MISSED;
  }

  /** How many doubles the block holds, about. */
  long size() {
    long sum = losses.mass().length;
    for (int length : transforms.keySet()) {
      sum += length;
    }
    return sum;
  }

  LogTransform transform(int length) {
    return transforms.computeIfAbsent(length, n -> LogTransform.of(losses, compound, n));
  }

  /** Chernoff: Pr(sum > top) is at most exp(times * log E[e^(s l)] - s * top) for every s > 0. */
  private double reach(double times, double[] logMoments) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < arguments.length; i++) {
      double bound = (times * logMoments[i] - Math.log(MISSED)) / arguments[i];
      best = Math.min(best, bound);
    }
    return best;
  }

  private double logMoment(double s) {
    double[] mass = losses.mass();
    double factor = Math.exp(s * losses.step());
    double power = 0;
    double sum = 0;
    for (int j = 0; j < mass.length; j++) {
      // Restarting the power keeps its rounding error from growing along the grid.
      power = (j & 63) == 0 ? Math.exp(s * losses.step() * (losses.low() + j)) : power * factor;
      sum += mass[j] * (compound ? power - 1 : power);
    }
    return compound ? sum : Math.log(sum);
  }

  private static double scaleOf(TiltedLosses losses, boolean compound) {
    if (!compound) {
      return losses.deviation();
    }
    double second = 0;
    for (int j = 0; j < losses.mass().length; j++) {
      double l = losses.step() * (losses.low() + j);
      second += losses.mass()[j] * l * l;
    }
    return Math.sqrt(second);
  }
}
