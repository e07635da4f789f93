package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.pld.LossGrid;

/**
 * Cuts the line where a diluted Gaussian likelihood ratio 1 + (r - 1)/dilution meets the points of
 * a grid of losses, r = exp(mu y - mu^2/2), and gives each cell's probability under N(mu, 1) and
 * under N(0, 1). From probabilities, not from second differences of delta, which would put spurious
 * mass at negative losses and err downward.
 */
final class GaussianCells {
  /** Beyond this many standard deviations a tail is below 1e-300. */
  private static final double FARTHEST = 37.1;

  private static final double UNIT = 0x1p-53;

  private final double mu;
  private final double dilution;
  private final LossGrid grid;

  GaussianCells(double mu, double dilution, LossGrid grid) {
    this.mu = mu;
    this.dilution = dilution;
    this.grid = grid;
  }

  /** The largest loss that is not treated as infinite, with no dilution at all. */
  static double largestLoss(double mu) {
    return mu * FARTHEST + mu * mu / 2;
  }

  /** Visits the cells above loss 0, except the unbounded last one. */
  void forEach(Visitor visitor) {
    double from = boundary(0);
    for (int i = 0; i + 1 < grid.size(); i++) {
      double to = boundary(i + 1);
      double width = to - from;
      double p = Normal.mass(from - mu, width);
      if (p == 0 && from > mu) {
        break;
      }
      double q = Normal.mass(from, width);
      visitor.cell(i, p, q, doubt(from, to) * (p + q));
      from = to;
    }
  }

  /** The probability beyond the last point under N(mu, 1). */
  double tailP() {
    return Normal.survival(boundary(grid.size() - 1) - mu);
  }

  /** The probability beyond the last point under N(0, 1). */
  double tailQ() {
    return Normal.survival(boundary(grid.size() - 1));
  }

  /**
   * The relative error of the two probabilities of a cell, twice: 40 units for themselves, and two
   * for each squared deviation, because y and y - mu are rounded.
   */
  private double doubt(double from, double to) {
    double farthest = Math.max(Math.abs(to), Math.abs(from - mu));
    return UNIT * (80 + 8 * farthest * farthest);
  }

  /**
   * Where the diluted loss equals that of point i, rounded down: then no loss of the cell below
   * exceeds its upper point, and those of the cell above are at most counted as more.
   */
  private double boundary(int i) {
    double loss = grid.point(i);
    double log = loss < 500 ? Math.log1p(dilution * Math.expm1(loss)) : loss + Math.log(dilution);
    return (log + mu * mu / 2) / mu - 8 * UNIT * (Math.abs(log) + mu * mu) / mu;
  }

  /** Receives a cell between two neighbouring points. */
  interface Visitor {
    /**
     * Takes the lower point, the probabilities under N(mu, 1) and N(0, 1), and what their
     * difference may be off by.
     */
    void cell(int low, double p, double q, double doubt);
  }
}
