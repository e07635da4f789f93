package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The form of the theorem on lost reports for Poisson check-ins with Gaussian noise in which losses
 * are nearly free: that x clients' reports are missing and nobody noticed is as unlikely as what it
 * makes worse.
 *
 * <p>With g = n - x clients left, pi the probability that the x drew few enough reports and psi the
 * profile of a round, it shows pi psi_g &le; psi_n' + beta for every g below n', see the privacy
 * analysis. Cells of x are judged by their largest pi and smallest g, which is pessimistic.
 *
 * @param honest how many honest clients pledged
 * @param unnoticed how likely a loss is not noticed
 * @param mu distance of two records in standard deviations of the noise
 * @param mass the excess that is allowed
 */
record FreeLosses(long honest, UnnoticedLoss unnoticed, double mu, double mass) {
  /** Steps of the search for the number of clients. */
  private static final int SEARCH_STEPS = 64;

  private static final double ROUNDING = 1e-9;

  /** Makes the comparison of one cell. */
  @FunctionalInterface
  private interface Comparison {
    LossCell of(long accounted, double rho, double rate, double mu);
  }

  /**
   * How many clients may be counted on.
   *
   * @param proven a number that another form has proven; nothing below it is tried
   * @return the largest number found, or {@code proven} if none above it was
   */
  long clients(long proven) {
    long fewer = Math.max(0, proven);
    long step = 1 + (honest - fewer) / SEARCH_STEPS;
    long steps = (honest - fewer) / step;
    long taken = Search.smallest(0, steps + 1, s -> s > steps || isProvenFor(honest - s * step));
    return taken > steps ? proven : Math.max(proven, honest - taken * step);
  }

  /** Whether the round is below that of so many clients and the mass, whatever is lost. */
  boolean isProvenFor(long accounted) {
    // A pair of probabilities has the mass beta / (1 - psi(1)), and psi(1) is a total variation:
    // at most the chance that the part in which the two processes differ has a point.
    double telling = unnoticed.rate() * new GaussianMechanism(mu).delta(0);
    double limit = mass * StrictMath.exp(-telling) * (1 - ROUNDING);
    return holds(accounted, limit, limit / Math.min(1, telling), LossCell::ofPairs);
  }

  /** Whether the third-order means of the round exceed those of so many clients by the mass. */
  boolean boundsMomentsFor(long accounted) {
    double limit = mass * (1 - ROUNDING);
    double most = StrictMath.expm1(unnoticed.rate() * StrictMath.expm1(mu * mu));
    return holds(accounted, limit, limit / most, LossCell::ofMoments);
  }

  private boolean holds(long accounted, double limit, double negligible, Comparison comparison) {
    if (mu < LossCell.LEAST_MU) {
      return false;
    }
    double theta = 1;
    long width = 1;
    for (long lost = honest - accounted + 1; lost < honest; ) {
      double kept = unnoticed.probability(lost);
      if (kept <= negligible) {
        return true;
      }
      long last = Math.min(honest - 1, lost + width - 1);
      double rho = (double) (honest - last) / accounted;
      theta = comparison.of(accounted, rho, unnoticed.rate(), mu).thetaFor(kept, limit, theta);
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
