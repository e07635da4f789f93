package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The form of the theorem on lost reports for Poisson check-ins with Gaussian noise in which losses
 * are nearly free: that x clients' reports are missing and nobody noticed is as unlikely as what it
 * makes worse.
 *
 * <p>With g = n - x clients left, pi the probability that the x drew at most {@code lossLimit}
 * reports and psi the profile of a round, it shows pi psi_g &le; psi_n' + beta for every g below
 * n', see the privacy analysis. Cells of x are judged by their smallest pi and smallest g, which is
 * pessimistic.
 *
 * @param honest how many honest clients pledged
 * @param lossLimit how many reports may be missing
 * @param rate of each client's draw
 * @param mu distance of two records in standard deviations of the noise
 */
record FreeLosses(long honest, long lossLimit, double rate, double mu) {
  /** The mass at infinite loss that this form always has: what is smaller is rounded up to it. */
  static final double MASS = 1e-16;

  /** Steps of the search for the number of clients, as a share of what the threshold form takes. */
  private static final int SEARCH_STEPS = 64;

  private static final double ROUNDING = 1e-9;

  /**
   * How many clients may be counted on at {@link #MASS}.
   *
   * @param proven a number that another form has proven; nothing below it is tried
   * @return the largest number found, or {@code proven} if none above it was
   */
  long clients(long proven) {
    long fewer = Math.max(0, proven);
    if (isProvenFor(honest)) {
      return honest;
    }
    long step = 1 + (honest - fewer) / SEARCH_STEPS;
    long steps = (honest - fewer) / step;
    long taken = Search.smallest(1, steps + 1, s -> s > steps || isProvenFor(honest - s * step));
    return taken > steps ? proven : Math.max(proven, honest - taken * step);
  }

  /** Whether the round is below that of so many clients and the mass, whatever is lost. */
  boolean isProvenFor(long accounted) {
    // A pair of probabilities has the mass beta / (1 - psi(1)), and psi(1) is a total variation:
    // at most the chance that the part in which the two processes differ has a point.
    double telling = rate * new GaussianMechanism(mu).delta(0);
    double limit = MASS * StrictMath.exp(-telling) * (1 - ROUNDING);
    double theta = 1;
    long width = 1;
    for (long lost = honest - accounted + 1; lost < honest; ) {
      double kept = new Poisson(lost * rate).cdf(lossLimit) * (1 + ROUNDING);
      if (kept <= limit) {
        return true;
      }
      long last = Math.min(honest - 1, lost + width - 1);
      LossCell cell = new LossCell(accounted, (double) (honest - last) / accounted, rate, mu);
      theta = cell.thetaFor(kept, limit, theta);
      if (theta > 0) {
        lost = last + 1;
        width = 2 * width;
      } else if (width > 1) {
        width = width / 2;
        theta = 1;
      } else {
        return false;
      }
    }
    return true;
  }
}
