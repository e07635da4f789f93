package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Compares a round of g clients with one of n' &gt; g clients, Poisson check-ins and Gaussian
 * noise.
 *
 * <p>With r = exp(mu y - mu^2/2) and rho = g/n', the function c(r) = H(1 + rho (r - 1)) / H(r)
 * rises with r, so the intensities of n' clients multiplied by c dominate those of g up to a cut b.
 * The excess of the hockey stick, multiplied by pi, over that of n' clients is at most
 *
 * <pre>  pi [rate H(1 + rho (b - 1)) + exp(rate ∫(c^(1+θ) - c - θ(c - 1)) dν + θ log pi)]</pre>
 *
 * for every θ &ge; 0, with ν(dy) = (2n' - 1) φ(y) + φ(y - mu) on r &gt; 1 and c constant beyond the
 * cut. The integral is bounded by a sum over cells of y, each with c at its upper end: c and the
 * integrand rise.
 */
final class LossCell {
  private static final int CELLS = 256;

  /** Where the cut lies, in deviations of a report: the tail beyond is below 1e-19. */
  private static final double CUT = 9.2;

  /** Above the error of the logarithm of c, which comes from that of two hockey sticks. */
  private static final double LOG_ERROR = 1e-11;

  private static final double ROUNDING = 1e-9;
  private static final int NEWTON_STEPS = 40;

  private final double rate;
  private final double beyond;
  private final double[] logC;
  private final double[] weight;

  /**
   * Prepares the comparison.
   *
   * @param accounted n'
   * @param rho g / n', in (0, 1)
   */
  LossCell(long accounted, double rho, double rate, double mu) {
    this(accounted, rho, rate, mu, mu + CUT - StrictMath.log(rho) / mu, CELLS);
  }

  /** The same with a chosen cut, given by its y, and number of cells. */
  LossCell(long accounted, double rho, double rate, double mu, double high, int cells) {
    this.rate = rate;
    this.logC = new double[cells + 1];
    this.weight = new double[cells + 1];
    GaussianMechanism report = new GaussianMechanism(mu);
    double low = mu / 2;
    double width = (high - low) / cells;
    for (int i = 0; i <= cells; i++) {
      double from = low + i * width;
      double cell = i == cells ? Double.POSITIVE_INFINITY : width;
      weight[i] = (2.0 * accounted - 1) * Normal.mass(from, cell) + Normal.mass(from - mu, cell);
      double logRatio = mu * (low + Math.min(cells, i + 1) * width) - mu * mu / 2;
      double thinner = report.delta(diluted(logRatio, rho));
      logC[i] =
          Math.max(0, StrictMath.log(thinner) - StrictMath.log(report.delta(logRatio))) + LOG_ERROR;
    }
    this.beyond = rate * report.delta(diluted(mu * high - mu * mu / 2, rho)) * (1 + ROUNDING);
  }

  /**
   * A θ at which the excess is at most the limit, found by Newton's method from a guess; 0 if there
   * is none.
   *
   * @param kept the probability pi, rounded up
   */
  double thetaFor(double kept, double limit, double guess) {
    double theta = guess;
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < NEWTON_STEPS; i++) {
      if (excess(kept, theta) <= limit) {
        return theta;
      }
      double slope = StrictMath.log(kept);
      double curvature = 0;
      for (int j = 0; j < logC.length; j++) {
        double power = StrictMath.exp((1 + theta) * logC[j]);
        slope += rate * weight[j] * (power * logC[j] - StrictMath.expm1(logC[j]));
        curvature += rate * weight[j] * power * logC[j] * logC[j];
      }
      double next = theta - slope / curvature;
      next = Math.min(4 * theta + 1, Math.max(theta / 4, next));
      if (!(Math.abs(next - theta) > 1e-3 * theta) || !(next < best)) {
        return 0;
      }
      best = slope > 0 ? theta : best;
      theta = next;
    }
    return 0;
  }

  /** The bound on the excess at a θ. */
  double excess(double kept, double theta) {
    double sum = 0;
    for (int j = 0; j < logC.length; j++) {
      double l = logC[j];
      double gain = StrictMath.exp(l) * StrictMath.expm1(theta * l) - theta * StrictMath.expm1(l);
      // Both terms are about theta l: what their difference lost is given back.
      sum += weight[j] * (gain + 1e-15 * theta * l);
    }
    double exponent = rate * sum * (1 + ROUNDING) + theta * StrictMath.log(kept);
    return kept * (beyond + StrictMath.exp(exponent) * (1 + ROUNDING));
  }

  /** log(1 + rho (r - 1)) for r = e^logRatio. */
  private static double diluted(double logRatio, double rho) {
    return logRatio < 1
        ? StrictMath.log1p(rho * StrictMath.expm1(logRatio))
        : logRatio + StrictMath.log(rho + (1 - rho) * StrictMath.exp(-logRatio));
  }
}
