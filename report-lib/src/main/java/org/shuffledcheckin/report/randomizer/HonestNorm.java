package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Bounds the norm of an honest Gaussian report.
 *
 * <p>A report is a vector of norm at most the clip plus rounded noise. The noise before rounding
 * has a squared norm of s² times a chi-square of d degrees, and Pr(chi-square ≥ d + 2√(dt) + 2t) ≤
 * e^(−t) (Laurent and Massart 2000, lemma 1); rounding moves each coordinate by at most half a
 * step, saturation only shortens.
 */
public final class HonestNorm {
  /** With at most this probability an honest report is longer than the bound. */
  public static final double FALSE_REJECTION = LocalGuarantee.Gaussian.REFUSED;

  private HonestNorm() {}

  static double inGridSteps(GaussianGrid grid, int dimension) {
    double t = -Math.log(FALSE_REJECTION);
    double chiSquare = dimension + 2 * Math.sqrt(dimension * t) + 2 * t;
    return grid.gridSteps()
        + grid.deviationInSteps() * Math.sqrt(chiSquare)
        + Math.sqrt(dimension) / 2;
  }
}
