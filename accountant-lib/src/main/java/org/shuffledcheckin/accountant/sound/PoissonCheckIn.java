package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The dominating pair of Poisson check-ins: each client sends a Poisson number of reports, each
 * with fresh noise, so that the observer sees a Poisson point process.
 *
 * <p><b>Theorem.</b> Let H(a) bound the hockey-stick divergence at a &ge; 1 between the reports of
 * any two records. If the differing client's rate is g and m others have rate gamma, put n = 1 + m
 * gamma/g (with equal rates, the number of clients). The round is dominated by Poisson processes
 * whose intensities have the profile h(alpha) = g H(1 + n(alpha - 1)) for alpha &ge; 1 and h(alpha)
 * = g n (1 - alpha) + alpha h(1/alpha) below.
 *
 * <p><i>Proof.</i> With S the sum of the others' report laws the intensities are g f_u + gamma S
 * and g f_v + gamma S. For alpha &ge; 1 the integral of (g f_u - alpha g f_v - (alpha - 1) gamma
 * S)+ is convex in S, so at most its value at S = m f_z for some record z; alpha g f_v + (alpha -
 * 1) gamma m f_z is g (1 + n(alpha - 1)) times a mixture of f_v and f_z, so by convexity again the
 * integral is at most g H(1 + n(alpha - 1)). The branch below 1 follows by exchanging the two. h is
 * convex: on each branch because H is, and at 1 because the slopes -g n Q-mass and -g n + g H(1) +
 * g n Q-mass fit (H(1) + 2 Q-mass &le; 1 for the profile of a symmetric pair). So h is the profile
 * of a pair of measures; by Blackwell a kernel takes them to the true intensities, and applied to
 * every point of a Poisson process it takes one process to the other. It holds whatever happened in
 * earlier rounds.
 *
 * <p>The loss of a round is compound Poisson: a sum of independent jumps log(1 + (r - 1)/n).
 */
final class PoissonCheckIn {
  /** No client sends more reports than this in a round. */
  static final int MOST_REPORTS = 16;

  /** The chance per round, over all clients, of a capped draw that is still acceptable. */
  static final double CAPPED_LIMIT = 1e-12;

  private final double ownRate;
  private final double hidden;

  /**
   * Describes a round.
   *
   * @param ownRate the rate g of the differing client
   * @param hidden the number n = 1 + m gamma/g among which it hides
   */
  PoissonCheckIn(double ownRate, double hidden) {
    this.ownRate = ownRate;
    this.hidden = hidden;
  }

  /** The jumps of one round with Gaussian noise. */
  RoundLosses gaussian(double mu) {
    if (ownRate == 0) {
      return new LossGrid(1, 1).toLosses();
    }
    LossGrid grid = new LossGrid(Math.min(1, mu) / hidden, GaussianCells.largestLoss(mu));
    GaussianCells cells = new GaussianCells(mu, hidden, grid);
    cells.forEach(
        (low, p, q, doubt) -> {
          double excess = ownRate * (p - q);
          grid.addCell(low, ownRate * hidden * q + excess, excess, ownRate * doubt);
        });
    grid.addInfinite(ownRate * ((hidden - 1) * cells.tailQ() + cells.tailP()));
    return grid.toJumps();
  }

  /** The jumps of one round with an epsilon0-LDP randomiser: all of one size. */
  RoundLosses pure(double epsilon0) {
    if (ownRate == 0) {
      return new LossGrid(1, 1).toLosses();
    }
    double small = Math.exp(-epsilon0);
    double rate = ownRate * (hidden * small + 1 - small) / (1 + small);
    LossGrid grid = new LossGrid(jump(epsilon0), jump(epsilon0));
    grid.add(jump(epsilon0), rate);
    return grid.toJumps();
  }

  /** The jumps of one round with discrete Laplace noise: one size for every outcome. */
  RoundLosses laplace(LaplaceMechanism mechanism) {
    if (ownRate == 0) {
      return new LossGrid(1, 1).toLosses();
    }
    double largest = jump(mechanism.epsilon0());
    LossGrid grid = new LossGrid(Math.min(largest, 1 / hidden), largest);
    mechanism.forEachGain(
        (loss, upper, lower) -> grid.add(jump(loss), ownRate * ((hidden - 1) * lower + upper)));
    return grid.toJumps();
  }

  /** The loss log(1 + (r - 1)/n) of a report whose own loss is log r, rounded up. */
  private double jump(double loss) {
    double exact = loss < 500 ? Math.log1p(Math.expm1(loss) / hidden) : loss - Math.log(hidden);
    return exact * (1 + LossGrid.RESERVE);
  }

  /** The chance that any of the clients draws more reports than may be sent, rounded up. */
  static double cappedProbability(long clients, double rate) {
    return clients * new Poisson(rate).survival(MOST_REPORTS + 1) * (1 + LossGrid.RESERVE);
  }
}
