package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * One Gaussian report in a round of Poisson check-ins, with its privacy loss on a lattice: a report
 * y has the likelihood ratio r = exp(mu y - mu^2/2) and tells log(1 + (r - 1)/n). Masses are those
 * of y under N(0, 1); points are numbers of steps away from a loss of 0, on one side.
 *
 * <p>Spread, the mass of a cell goes to the points at its two ends so that its mean ratio stays,
 * which raises the mean of every convex function of the ratio. Merged, it goes to the one point
 * that is the cell's mean, which lowers it. Far out the points lie wider apart.
 */
final class LatticeCells {
  /** Points from one power of two to the next, where they do not follow each other. */
  private static final int PER_OCTAVE = 32;

  private static final int MOST_POINTS = 2048;
  private static final double PRECISION = 1e-12;

  /** Beyond this there are no reports. */
  private static final double FARTHEST = 40;

  private final long clients;
  private final double mu;
  private final double step;
  private final int side;
  private final int[] points;

  /**
   * Prepares the cells of one side.
   *
   * @param side 1 for reports that speak for the record, -1 for those that speak against it
   * @param last the report up to which, or down to which, points follow each other
   */
  LatticeCells(long clients, double mu, double step, int side, double last) {
    this.clients = clients;
    this.mu = mu;
    this.step = step;
    this.side = side;
    this.points = pointsTo(last);
  }

  /** The jumps that masses at the points make with the second record. */
  LatticeJumps second(double[] mass, double rate) {
    return jumps(mass, rate, 0);
  }

  /** The same with the first record: each point's mass times the ratio of the point. */
  LatticeJumps first(double[] mass, double rate) {
    return jumps(mass, rate, side * step);
  }

  private LatticeJumps jumps(double[] mass, double rate, double perStep) {
    int[] steps = Arrays.copyOfRange(points, 1, points.length);
    double[] rates = new double[steps.length];
    for (int i = 0; i < steps.length; i++) {
      rates[i] = rate * mass[i + 1] * StrictMath.exp(perStep * steps[i]);
    }
    return new LatticeJumps(steps, rates);
  }

  /** The cells of the other side, on the same lattice. */
  LatticeCells against(double last) {
    return new LatticeCells(clients, mu, step, -side, last);
  }

  /** The loss that jumps on this lattice make. */
  LatticeLoss loss(LatticeJumps upward, LatticeJumps downward) {
    return new LatticeLoss(step, upward, downward);
  }

  /** The masses at the points, from above, of all reports on this side. */
  double[] spread() {
    double[] mass = new double[points.length];
    int last = points.length - 1;
    for (int i = 0; i < last; i++) {
      double near = report(points[i]);
      double far = i + 1 < last ? report(points[i + 1]) : side * Double.POSITIVE_INFINITY;
      double nearRatio = ratio(points[i]);
      double all = mass(near, far, 0);
      double apart = (mass(near, far, mu) - nearRatio * all) / (ratio(points[i + 1]) - nearRatio);
      double moved = Math.min(all, Math.max(0, apart));
      mass[i] += all - moved;
      mass[i + 1] += moved;
    }
    return mass;
  }

  /** The masses at the points, from below; reports that tell next to nothing are left at 0. */
  double[] merged() {
    double[] mass = new double[points.length];
    double from = side > 0 ? report(0.5) : cellEnd(report(-0.5), 0);
    int last = points.length - 2;
    for (int i = 1; i <= last && !Double.isInfinite(from); i++) {
      if (side * (report(points[i]) - from) > 0) {
        double to = i < last ? cellEnd(from, points[i]) : side * Double.POSITIVE_INFINITY;
        // All that is left may be too close to 0 for this point: then it goes to the one before.
        boolean reached = excess(from, to, ratio(points[i])) >= 0;
        mass[reached ? i : i - 1] += mass(from, to, 0);
        from = to;
      }
    }
    return mass;
  }

  /** The mean, over masses at the points, of how far r is from 1. */
  double distance(double[] mass) {
    double sum = 0;
    for (int i = 1; i < points.length; i++) {
      sum += mass[i] * Math.abs(ratio(points[i]) - 1);
    }
    return sum;
  }

  /** The probability, under N(shift, 1), of reports beyond the last point that is followed. */
  double beyond(double shift) {
    return mass(report(points[points.length - 2]), side * Double.POSITIVE_INFINITY, shift);
  }

  /** The report that tells so many steps. */
  private double report(double steps) {
    return StrictMath.log1p(clients * StrictMath.expm1(side * steps * step)) / mu + mu / 2;
  }

  private double ratio(double steps) {
    return 1 + clients * StrictMath.expm1(side * steps * step);
  }

  private double mass(double near, double far, double shift) {
    return Double.isInfinite(far)
        ? Normal.survival(side * (near - shift))
        : Normal.mass(Math.min(near, far) - shift, Math.abs(far - near));
  }

  /**
   * Where a cell that starts before a point must end for the point to be its mean, or barely closer
   * to 0 than that; infinite if no such cell reaches far enough.
   */
  private double cellEnd(double from, int point) {
    double at = report(point);
    double ratio = ratio(point);
    if (excess(from, side * Double.POSITIVE_INFINITY, ratio) < 0) {
      return side * Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = Math.abs(at - from);
    while (high < FARTHEST && excess(from, at + side * high, ratio) < 0) {
      low = high;
      high = 2 * high;
    }
    for (double behind = high; high - low > PRECISION; ) {
      double to = at + side * behind;
      double excess = excess(from, to, ratio);
      if (excess < 0) {
        low = behind;
      } else {
        high = behind;
      }
      double slope = side * (StrictMath.exp(mu * to - mu * mu / 2) - ratio) * Normal.density(to);
      // A little more than Newton's step, so that both ends come closer.
      double next = behind - excess / slope + (excess < 0 ? 1 : -1) * 0.1 * PRECISION;
      behind = next > low && next < high ? next : 0.5 * (low + high);
    }
    return high < FARTHEST ? at + side * high : side * Double.POSITIVE_INFINITY;
  }

  /** By how much the reports between two have a larger mean ratio, or smaller, than this. */
  private double excess(double near, double far, double ratio) {
    return side * (mass(near, far, mu) - ratio * mass(near, far, 0));
  }

  private int[] pointsTo(double last) {
    int[] found = new int[MOST_POINTS];
    int size = 1;
    while (side * (last - report(found[size - 1])) > 0) {
      int at = found[size - 1];
      int next = at + Math.max(1, Integer.highestOneBit(at) / PER_OCTAVE);
      if (!(ratio(next) > 0)) {
        break;
      }
      found[size++] = next;
    }
    int followed = found[size - 1];
    // One point more, so that the mean of all reports beyond lies between the last two.
    double tail = report(followed);
    double mean = side > 0 ? Normal.survival(tail - mu) / Normal.survival(tail) : 0;
    double loss = side * StrictMath.log1p((mean - 1) / clients);
    found[size++] = Math.max(followed + 1, (int) Math.ceil(loss / step) + 1);
    return Arrays.copyOf(found, size);
  }
}
