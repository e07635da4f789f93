package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.LowerBound;
import org.shuffledcheckin.accountant.numeric.Normal;

/**
 * Shows how much of an upper bound is real: the epsilon of one actual randomiser on one actual pair
 * of data sets, composed over the rounds. No accountant can prove less for the same description.
 */
public final class LowerBounds {
  /** Cells that the Gaussian noise is cut into; finer changes nothing in the sixth digit. */
  private static final int CELLS = 4000;

  /** Farther out the normal tail underflows; everything beyond shares one cell. */
  private static final double FARTHEST = 36;

  private static final int OUTLIER_THRESHOLDS = 400;

  /** Bounds relative errors of likelihood ratios and of a few operations. */
  private static final double ROUNDING = 0x1p-45;

  private LowerBounds() {}

  /**
   * Returns a lower bound on epsilon at delta after a number of rounds. For pure ε0 it is that of
   * 3-ary randomised response where all others hold the third value, for k-ary response its own
   * (with two values all others hold the second); for Gaussian noise that of two records at the
   * largest distance where all others agree with one of them.
   */
  public static LowerBound epsilon(CheckInRound round, long rounds, double delta) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    Arguments.requireDelta(delta);
    if (round.guarantee() instanceof LocalGuarantee.PureLdp pure) {
      return new LowerBound(
          thirdSymbol(round, pure.epsilon0(), 3, rounds, delta), delta, "3-ary-response");
    }
    if (round.guarantee() instanceof LocalGuarantee.KAryResponse response) {
      double epsilon0 = response.epsilon0();
      double epsilon =
          response.values() == 2
              ? secondSymbol(round, epsilon0, rounds, delta)
              : thirdSymbol(round, epsilon0, response.values(), rounds, delta);
      return new LowerBound(epsilon, delta, response.values() + "-ary-response");
    }
    LocalGuarantee.Gaussian gaussian = (LocalGuarantee.Gaussian) round.guarantee();
    return new LowerBound(
        gaussian(round, gaussian.mu(), rounds, delta), delta, "gaussian-extremal-pair");
  }

  private static double thirdSymbol(
      CheckInRound round, double epsilon0, int values, long rounds, double delta) {
    double e0 = Math.exp(epsilon0);
    double others = round.checkInRate() / (e0 + values - 1);
    if (others == 0 || rounds == 0) {
      return 0;
    }
    if (round.law() == CheckInLaw.BERNOULLI) {
      CountedPair pair =
          new CountedPair(
              round.clients(),
              new CountedPair.Symbol(others, e0, 1),
              new CountedPair.Symbol(others, 1, e0));
      return ComposedLoss.epsilonOfRounds(pair.losses(), rounds, delta);
    }
    LossAtoms rates = new LossAtoms();
    double jump = Math.log1p((e0 - 1) / round.clients());
    rates.add(jump, rounds * others * (round.clients() - 1 + e0), ROUNDING * jump);
    rates.add(-jump, rounds * others * round.clients(), ROUNDING * jump);
    return ComposedLoss.epsilonOfProcess(rates, delta);
  }

  private static double secondSymbol(
      CheckInRound round, double epsilon0, long rounds, double delta) {
    double e0 = Math.exp(epsilon0);
    double rare = round.checkInRate() / (e0 + 1);
    if (rare == 0 || rounds == 0) {
      return 0;
    }
    if (round.law() == CheckInLaw.BERNOULLI) {
      CountedPair pair =
          new CountedPair(
              round.clients(),
              new CountedPair.Symbol(rare, e0, 1),
              new CountedPair.Symbol(rare * e0, 1 / e0, 1));
      return ComposedLoss.epsilonOfRounds(pair.losses(), rounds, delta);
    }
    double up = Math.log1p((e0 - 1) / round.clients());
    double down = Math.log1p(-(e0 - 1) / (e0 * round.clients()));
    LossAtoms forward = new LossAtoms();
    forward.add(up, rounds * rare * (round.clients() - 1 + e0), ROUNDING * up);
    forward.add(down, rounds * rare * ((round.clients() - 1) * e0 + 1), -ROUNDING * down);
    LossAtoms backward = new LossAtoms();
    backward.add(-up, rounds * rare * round.clients(), ROUNDING * up);
    backward.add(-down, rounds * rare * e0 * round.clients(), -ROUNDING * down);
    return Math.max(
        ComposedLoss.epsilonOfProcess(forward, delta),
        ComposedLoss.epsilonOfProcess(backward, delta));
  }

  private static double gaussian(CheckInRound round, double mu, long rounds, double delta) {
    if (round.checkInRate() == 0 || rounds == 0) {
      return 0;
    }
    double composed =
        round.law() == CheckInLaw.POISSON
            ? gaussianProcess(round, mu, rounds, delta)
            : gaussianCounts(round, mu, rounds, delta);
    return Math.max(composed, gaussianOutlier(round, mu, rounds, delta));
  }

  /**
   * The test "some report lies beyond a threshold": client 1 alone makes it true with probability
   * P, all clients together, at the other end, with at most Q; then e^ε ≥ (P − δ)/Q. The best bound
   * where noise is so small that a single report tells everything.
   */
  private static double gaussianOutlier(CheckInRound round, double mu, long rounds, double delta) {
    double rate = round.checkInRate();
    double logTrials =
        Math.log(rate) + Math.log((double) rounds) + Math.log((double) round.clients());
    double best = 0;
    for (int i = 0; i <= OUTLIER_THRESHOLDS; i++) {
      double threshold = i * (mu + 4) / OUTLIER_THRESHOLDS;
      double seen = rate * Normal.survival(threshold - mu);
      double logMiss = round.law() == CheckInLaw.POISSON ? -seen : Math.log1p(-seen);
      double hit = -Math.expm1(rounds * logMiss) * (1 - ROUNDING);
      if (hit > delta) {
        double logFalse = logTrials + Normal.logSurvival(threshold);
        double doubt = ROUNDING * (1 + Math.abs(logTrials) + Math.abs(logFalse));
        best = Math.max(best, Math.log(hit - delta) - logFalse - doubt);
      }
    }
    return best;
  }

  /** Both directions of the pair, each cut into cells of the report's value along the shift. */
  private static double gaussianProcess(CheckInRound round, double mu, long rounds, double delta) {
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
        double doubt = ROUNDING * (Math.abs(loss) + shifted / (others + shifted));
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
  private static double gaussianCounts(CheckInRound round, double mu, long rounds, double delta) {
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
