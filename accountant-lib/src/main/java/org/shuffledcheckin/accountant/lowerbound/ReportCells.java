package org.shuffledcheckin.accountant.lowerbound;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Gaussian reports under Poisson check-in, cut into cells of their value along the shift: all
 * others stand at one end of the shift, client 1 at either. Merging values is post-processing; a
 * cell ends where its loss reaches a multiple of the grid's width, so that rounding it down to that
 * multiple takes nothing away.
 *
 * @param clients n
 * @param mu the shift, in deviations
 * @param rate of one client's draws over the whole run
 */
record ReportCells(long clients, double mu, double rate) {
  /** Losses of neighbouring cells differ by a hundredth, or by one step of the grid. */
  private static final double SPACING = 1.01;

  /** Above the error of a cell's loss, in steps of the grid. */
  private static final double ERROR = 1e-7;

  private static final double LOWEST = -40;

  /**
   * A cell.
   *
   * @param steps its loss, rounded down to steps of the grid
   * @param rate of its reports under the first law
   */
  record Cell(long steps, double rate) {}

  /** How often reports beyond a value come, under the first law. */
  double rateBeyond(double y) {
    return rate * ((clients - 1) * Normal.survival(y) + Normal.survival(y - mu));
  }

  /** The loss of a report of this very value. */
  double loss(double y) {
    return Math.log1p(Math.expm1(mu * y - mu * mu / 2) / clients);
  }

  /** The cells below a value, from the smallest losses to the largest. */
  List<Cell> below(double end, double width) {
    List<Cell> cells = new ArrayList<>();
    double start = ignoresLow(width) ? mu / 2 : LOWEST;
    while (start < end) {
      double at = loss(start) / width;
      long steps = (long) Math.max(Math.floor(at) + 1, SPACING * at);
      double stop = stop(start, end, steps + ERROR, width);
      double steep = mergedLoss(start, stop) / width;
      cells.add(new Cell((long) Math.floor(steep - ERROR / 2), mergedRate(start, stop)));
      start = stop;
    }
    return cells;
  }

  /**
   * What the cells' losses add up to more than the loss of having seen them: reports below the
   * cells are not looked at, and how many came above is expected to differ by this much.
   */
  double surplus(double width) {
    return ignoresLow(width) ? rate * (Normal.cdf(mu / 2) - Normal.cdf(-mu / 2)) * (1 + 1e-12) : 0;
  }

  /** On a coarse grid a loss below 0 makes up no step: whoever looks at it only loses. */
  private boolean ignoresLow(double width) {
    return loss(LOWEST) >= -width;
  }

  /** Where a cell that starts here has a loss of so many steps; the end if it never has. */
  private double stop(double start, double end, double steps, double width) {
    if (mergedLoss(start, end) < steps * width) {
      return end;
    }
    double low = start;
    double high = end;
    for (int i = 0; i < 60; i++) {
      double middle = 0.5 * (low + high);
      if (mergedLoss(start, middle) < steps * width) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double mergedRate(double start, double stop) {
    double width = stop - start;
    return rate * ((clients - 1) * Normal.mass(start, width) + Normal.mass(start - mu, width));
  }

  /** The loss of a report that is only known to lie between two values. */
  double mergedLoss(double start, double stop) {
    double base = Normal.survival(start);
    double shifted = Normal.survival(start - mu);
    if (stop < Double.POSITIVE_INFINITY) {
      base = Normal.mass(start, stop - start);
      shifted = Normal.mass(start - mu, stop - start);
    }
    return base > 0 ? Math.log1p((shifted - base) / (clients * base)) : loss(start);
  }
}
