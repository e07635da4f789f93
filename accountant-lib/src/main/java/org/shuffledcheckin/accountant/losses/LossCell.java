package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Compares a round of g clients with one of n' &gt; g clients, Poisson check-ins and Gaussian
 * noise, by a change of measure.
 *
 * <p>With r = exp(mu y - mu^2/2) and rho = g/n', the function c(r) = H(1 + rho (r - 1)) / H(r)
 * rises with r, so the intensities of n' clients multiplied by c dominate those of g up to a cut b.
 * That weights the law of n' clients with a density W, for which the probability pi of a release
 * pays unless W &gt; 1/pi. What is left there is at most
 *
 * <pre>  pi [beyond + exp(rate ∫(c^(1+θ) - c - θ(c - 1)) dν + θ log pi) distance(θ)]</pre>
 *
 * for every θ &ge; 0: beyond is what lies behind the cut, and the distance says how far the
 * likelihood ratio is from 1 under a tilted law. Integrals are sums over cells of y with c at the
 * upper end of each; the step function that this makes of c may take its place everywhere.
 */
final class LossCell {
  private static final int CELLS = 256;

  /**
   * For smaller shifts differences of masses would have fewer digits than they are taken for: a
   * hockey stick at x deviations loses a factor x / mu.
   */
  static final double LEAST_MU = 0.01;

  /** How far out the cut lies, in deviations of a report: the tail beyond is below 1e-19. */
  private static final double CUT = 9.2;

  /** Above the error of the logarithm of c, which comes from that of two hockey sticks. */
  private static final double LOG_ERROR = 1e-10;

  /** Above the numbers that doubles hold with fewer digits than others. */
  private static final double LEAST_STICK = 1e-290;

  private static final double ROUNDING = 1e-9;
  private static final int NEWTON_STEPS = 40;

  private final double rate;
  private final double beyond;
  private final double[] logC;
  private final double[] weight;
  private final Distance distance;

  private LossCell(double rate, double beyond, double[] logC, double[] weight, Distance distance) {
    this.rate = rate;
    this.beyond = beyond * (1 + ROUNDING);
    this.logC = logC;
    this.weight = weight;
    this.distance = distance;
  }

  /** How far the likelihood ratio is from 1 under the law that is tilted by c^(1+θ). */
  @FunctionalInterface
  private interface Distance {
    double at(double theta);
  }

  /**
   * Compares hockey sticks.
   *
   * @param accounted n'
   * @param rho g / n', in (0, 1)
   */
  static LossCell ofPairs(long accounted, double rho, double rate, double mu) {
    return ofPairs(accounted, rho, rate, mu, mu + CUT - StrictMath.log(rho) / mu, CELLS, true);
  }

  /**
   * The same with a chosen cut, given by its y, and number of cells.
   *
   * @param nearOne whether it counts that the likelihood ratio is close to 1
   */
  static LossCell ofPairs(
      long accounted, double rho, double rate, double mu, double cut, int cells, boolean nearOne) {
    Cells of = new Cells(rho, mu, cut, cells);
    double[] weight = new double[cells + 1];
    for (int i = 0; i <= cells; i++) {
      weight[i] = (2.0 * accounted - 1) * of.second[i] + of.first[i];
    }
    double beyond = rate * new GaussianMechanism(mu).delta(of.logRatioOfFewer());
    // E(Z - 1)^2 = exp(∫c^(1+θ)(t - 1)^2 dB) - 1 for a symmetric pair, and |Z - 1| is its root.
    Distance distance =
        theta -> Math.sqrt(StrictMath.expm1(2 * rate / accounted * of.squares(theta)));
    return new LossCell(
        rate, beyond, of.logC, weight, nearOne ? t -> Math.min(1, distance.at(t)) : t -> 1);
  }

  /** Compares the means of (Z - τ)+^2 - (1 - τ)+^2 for the worst data set. */
  static LossCell ofMoments(long accounted, double rho, double rate, double mu) {
    Cells of = new Cells(rho, mu, 2 * mu + CUT - StrictMath.log(rho) / mu, CELLS);
    double telling = new GaussianMechanism(mu).delta(0);
    double variance = StrictMath.expm1(mu * mu);
    // One factor for all reports that speak against the record: means must stay.
    double against = StrictMath.log(of.means(0) / telling);
    double[] logC = Arrays.copyOf(of.logC, CELLS + 2);
    logC[CELLS + 1] = against + LOG_ERROR;
    double[] weight = new double[CELLS + 2];
    for (int i = 0; i <= CELLS; i++) {
      weight[i] = accounted * of.second[i];
    }
    weight[CELLS + 1] = accounted * Normal.cdf(mu / 2);
    double fewer = rho * accounted;
    double tail = StrictMath.exp(mu * mu) * Normal.survival(of.logRatioOfFewer() / mu - 1.5 * mu);
    double beyond =
        of.gainsEnough(StrictMath.exp(against - LOG_ERROR))
            ? StrictMath.exp(rate * variance / fewer) * StrictMath.expm1(rate * tail / fewer)
            : Double.POSITIVE_INFINITY;
    Distance distance =
        theta -> {
          double against1 = StrictMath.exp((1 + theta) * (against - LOG_ERROR));
          double against2 = StrictMath.exp((1 + theta) * (against + LOG_ERROR));
          double mean = Math.max(0, rate * (of.means(theta) - telling * against1));
          double square = rate / accounted * (of.squares(theta) + variance * against2);
          double shift = StrictMath.expm1(mean);
          return shift * shift + StrictMath.exp(2 * mean) * StrictMath.expm1(square);
        };
    return new LossCell(rate, beyond, logC, weight, distance);
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
    return kept * (beyond + StrictMath.exp(exponent) * distance.at(theta) * (1 + ROUNDING));
  }

  /** Reports y with r &gt; 1, up to the cut and, as the last cell, beyond it. */
  private static final class Cells {
    private final double rho;
    private final double mu;
    private final double cut;
    private final double[] logC;
    private final double[] first;
    private final double[] second;
    private final double[] square;

    Cells(double rho, double mu, double cut, int cells) {
      this.rho = rho;
      this.mu = mu;
      this.cut = cut;
      this.logC = new double[cells + 1];
      this.first = new double[cells + 1];
      this.second = new double[cells + 1];
      this.square = new double[cells + 1];
      GaussianMechanism report = new GaussianMechanism(mu);
      double low = mu / 2;
      double width = (cut - low) / cells;
      for (int i = 0; i <= cells; i++) {
        double from = low + i * width;
        double cell = i == cells ? Double.POSITIVE_INFINITY : width;
        first[i] = Normal.mass(from - mu, cell);
        second[i] = Normal.mass(from, cell);
        double logRatio = mu * (low + Math.min(cells, i + 1) * width) - mu * mu / 2;
        double most = StrictMath.expm1(logRatio);
        square[i] =
            i == cells
                ? StrictMath.exp(mu * mu) * Normal.survival(from - 2 * mu)
                : most * most * second[i];
        double stick = report.delta(logRatio);
        double ratio = StrictMath.log(report.delta(diluted(logRatio))) - StrictMath.log(stick);
        logC[i] = stick < LEAST_STICK ? Double.POSITIVE_INFINITY : Math.max(0, ratio) + LOG_ERROR;
      }
    }

    /** The logarithm of 1 + rho (b - 1), b at the cut. */
    double logRatioOfFewer() {
      return diluted(mu * cut - mu * mu / 2);
    }

    /**
     * Whether the squares of what speaks for the record gain at least what those of what speaks
     * against it lack of 1/rho; the latter are at most 1.
     */
    boolean gainsEnough(double against) {
      double lacking = (1 / rho - against) * Normal.cdf(mu / 2) * (1 + ROUNDING);
      double gained = 0;
      double below = 0;
      for (int i = 0; i < logC.length; i++) {
        double gain = StrictMath.exp(logC[i]) - 1 / rho;
        double least = below * below * second[i];
        gained += gain * (gain > 0 ? least * (1 - ROUNDING) : square[i] * (1 + ROUNDING));
        below = StrictMath.sqrt(square[i] / second[i]);
      }
      return gained >= Math.max(0, lacking);
    }

    /** The integral of c^(1+θ) (r - 1), exact for the step function. */
    double means(double theta) {
      double sum = 0;
      for (int i = 0; i < logC.length; i++) {
        sum += StrictMath.exp((1 + theta) * logC[i]) * (first[i] - second[i]);
      }
      return sum;
    }

    /** The integral of c^(1+θ) (r - 1)^2, from above. */
    double squares(double theta) {
      double sum = 0;
      for (int i = 0; i < logC.length; i++) {
        sum += StrictMath.exp((1 + theta) * logC[i]) * square[i];
      }
      return sum;
    }

    /** log(1 + rho (r - 1)) for r = e^logRatio. */
    private double diluted(double logRatio) {
      return logRatio < 1
          ? StrictMath.log1p(rho * StrictMath.expm1(logRatio))
          : logRatio + StrictMath.log(rho + (1 - rho) * StrictMath.exp(-logRatio));
    }
  }
}
