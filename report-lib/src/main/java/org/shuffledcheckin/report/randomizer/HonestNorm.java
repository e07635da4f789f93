package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Bounds the norm of an honest Gaussian report, and of the sum of many.
 *
 * <p>A report is a vector of norm at most the clip plus rounded noise. The noise before rounding
 * has a squared norm of s² times a chi-square of d degrees, and Pr(chi-square ≥ d + 2√(dt) + 2t) ≤
 * e^(−t) (Laurent and Massart 2000, lemma 1); rounding moves each coordinate by at most half a
 * step, saturation only shortens.
 *
 * <p>Discrete Gaussian noise of k reports has E e^(⟨a,Z⟩) ≤ e^(ks²|a|²/2) for every vector a, as
 * Gaussian noise of variance ks² has. So E e^(η|Z|²) is no larger than with chi-square, by
 * averaging over a Gaussian a, and the same bound holds for |Z|²/ks² (Hsu, Kakade and Zhang 2012).
 */
public final class HonestNorm {
  /** With at most this probability an honest report is longer than the bound. */
  public static final double FALSE_REJECTION = LocalGuarantee.Gaussian.REFUSED;

  private HonestNorm() {}

  static double inGridSteps(GaussianGrid grid, int dimension) {
    return grid.gridSteps()
        + grid.deviationInSteps() * Math.sqrt(chiSquare(dimension, -Math.log(FALSE_REJECTION)))
        + Math.sqrt(dimension) / 2;
  }

  /** The norm in grid steps of the sum of so many honest reports. */
  static double ofSum(GaussianSumSpec spec, long reports) {
    // Half of what is allowed: the rest is for wrap-around and for what real noise differs by.
    double t = -Math.log(FALSE_REJECTION / 2);
    return reports * (double) spec.gridSteps()
        + spec.noiseSteps() * Math.sqrt(reports * chiSquare(spec.dimension(), t));
  }

  private static double chiSquare(int degrees, double t) {
    return degrees + 2 * Math.sqrt(degrees * t) + 2 * t;
  }
}
