package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Gaussian noise on two records at the largest distance, all other records agreeing with one of
 * them.
 */
final class GaussianLowerBound {
  /** Cells that the noise is cut into; finer changes nothing in the sixth digit. */
  private static final int CELLS = 4000;

  /** Farther out the normal tail underflows; everything beyond shares one cell. */
  private static final double FARTHEST = 36;

  private static final int OUTLIER_THRESHOLDS = 400;

  private GaussianLowerBound() {}

  /** The larger of what the composed losses and what a single test shows. */
  static double epsilon(CheckInRound round, double mu, long rounds, double delta) {
    if (round.checkInRate() == 0 || rounds == 0) {
      return 0;
    }
    double composed =
        round.law() == CheckInLaw.POISSON
            ? reports(round, mu, rounds, delta)
            : counts(round, mu, rounds, delta);
    return Math.max(composed, outlier(round, mu, rounds, delta));
  }

  private static double reports(CheckInRound round, double mu, long rounds, double delta) {
    return GaussianProcessBound.applies(round.clients(), mu, delta)
        ? new GaussianProcessBound(round.clients(), mu, rounds * round.checkInRate(), delta)
            .epsilon()
        : process(round, mu, rounds, delta);
  }

  /**
   * The test "some report lies beyond a threshold": client 1 alone makes it true with probability
   * P, all clients together, at the other end, with at most Q; then e^ε ≥ (P − δ)/Q. The best bound
   * where noise is so small that a single report tells everything.
   */
  private static double outlier(CheckInRound round, double mu, long rounds, double delta) {
    double rate = round.checkInRate();
    double logTrials =
        Math.log(rate) + Math.log((double) rounds) + Math.log((double) round.clients());
    double best = 0;
    for (int i = 0; i <= OUTLIER_THRESHOLDS; i++) {
      double threshold = i * (mu + 4) / OUTLIER_THRESHOLDS;
      double seen = rate * Normal.survival(threshold - mu);
      double logMiss = round.law() == CheckInLaw.POISSON ? -seen : Math.log1p(-seen);
      double hit = -Math.expm1(rounds * logMiss) * (1 - LossAtoms.ROUNDING);
      if (hit > delta) {
        double logFalse = logTrials + Normal.logSurvival(threshold);
        double doubt = LossAtoms.ROUNDING * (1 + Math.abs(logTrials) + Math.abs(logFalse));
        best = Math.max(best, Math.log(hit - delta) - logFalse - doubt);
      }
    }
    return best;
  }

  /** Both directions of the pair, each cut into cells of the report's value along the shift. */
  private static double process(CheckInRound round, double mu, long rounds, double delta) {
    LossAtoms forward = new LossAtoms();
    LossAtoms backward = new LossAtoms();
    double scale = rounds * round.checkInRate();
    double low = -9;
    // Reports so far out that even their count is negligible at this delta share one cell.
    double reach = Math.min(9, Math.sqrt(Math.max(1, 2 * Math.log(1e3 * (1 + scale) / delta))));
    double high = Math.min(FARTHEST, mu + reach);
    double width = (high - low) / CELLS;
    for (int i = -1; i <= CELLS; i++) {
      double start = i < 0 ? Double.NEGATIVE_INFINITY : low + i * width;
      double shifted = mass(start - mu, i, width);
      double base = mass(start, i, width);
      if (base > 0) {
        double loss = Math.log1p((shifted - base) / (round.clients() * base));
        // An error of the ratio counts as much as the ratio does.
        double others = (round.clients() - 1) * base;
        double doubt = LossAtoms.ROUNDING * (Math.abs(loss) + shifted / (others + shifted));
        forward.add(loss, scale * (others + shifted), doubt);
        backward.add(-loss, scale * round.clients() * base, doubt);
      }
    }
    return Math.max(
        ComposedLoss.epsilonOfProcess(forward, delta),
        ComposedLoss.epsilonOfProcess(backward, delta));
  }

  private static double mass(double start, int index, double width) {
    if (index < 0) {
      return 0;
    }
    return index == CELLS ? Normal.survival(start) : Normal.mass(start, width);
  }

  /** Counts reports above a high and between a low and the high threshold; tries a few of each. */
  private static double counts(CheckInRound round, double mu, long rounds, double delta) {
    double best = 0;
    for (double high : new double[] {1, 1.5, 2}) {
      double top = Math.min(FARTHEST, high * mu);
      double bottom = top - Math.min(mu, 1);
      double above = Normal.survival(top);
      double between = Normal.mass(bottom, top - bottom);
      CountedPair pair =
          new CountedPair(
              round.clients(),
              new CountedPair.Symbol(
                  round.checkInRate() * above, Normal.survival(top - mu) / above, 1),
              new CountedPair.Symbol(
                  round.checkInRate() * between,
                  Normal.mass(bottom - mu, top - bottom) / between,
                  1));
      best = Math.max(best, ComposedLoss.epsilonOfRounds(pair.losses(), rounds, delta));
    }
    return best;
  }
}
