package org.shuffledcheckin.accountant.pld;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a round whose losses span many orders of magnitude into independent parts that each span
 * few, so that no grid has to be as fine as the smallest loss and as long as the largest.
 *
 * <p>A compound Poisson loss is the sum of independent compound Poisson losses, one per band of
 * jump sizes: exact. Any other round is first dominated by "a small loss, always, and independently
 * a Poisson number of large ones": from the outcomes of that, the true outcome is had by taking the
 * first large one if there is any, and the small one otherwise. With the probability of large
 * losses below {@link #RARE} this costs next to nothing.
 */
final class Bands {
  private static final double RARE = 2e-5;
  private static final double SPAN = 16;

  private Bands() {}

  static List<RoundLosses> of(RoundLosses round) {
    List<RoundLosses> bands = new ArrayList<>();
    if (round.isCompound()) {
      addJumps(bands, round);
    } else {
      addSeparated(bands, round);
    }
    return List.copyOf(bands);
  }

  private static void addSeparated(List<RoundLosses> bands, RoundLosses round) {
    int cut = round.size();
    double large = 0;
    while (cut > 1) {
      double mass = round.mass(cut - 1) * (1 + Math.exp(-round.loss(cut - 1)));
      if (large + mass > RARE) {
        break;
      }
      large += mass;
      cut--;
    }
    if (large == 0 || round.maxLoss() < SPAN / 4 * round.loss(cut - 1)) {
      bands.add(round);
      return;
    }
    bands.add(slice(round, 0, cut, 1 / (1 - large), false));
    addJumps(bands, slice(round, cut, round.size(), -Math.log1p(-large) / large, true));
  }

  private static void addJumps(List<RoundLosses> bands, RoundLosses round) {
    int from = 0;
    int to = firstBand(round);
    while (from < round.size()) {
      RoundLosses band = slice(round, from, to, 1, true);
      if (band.totalRate() > 0) {
        bands.add(band);
      }
      double edge = SPAN * round.loss(to - 1);
      from = to;
      while (to < round.size() && (round.loss(to) <= edge || to == from)) {
        to++;
      }
    }
  }

  /** The first band reaches up to where a tenth of the variance is. */
  private static int firstBand(RoundLosses round) {
    double wanted = 0.1 * round.variance();
    double sum = 0;
    int to = 0;
    while (to < round.size() && sum <= wanted) {
      double loss = round.loss(to);
      sum += round.mass(to) * (1 + Math.exp(-loss)) * loss * loss;
      to++;
    }
    double edge = to == 0 ? 0 : round.loss(to - 1);
    while (to < round.size() && round.loss(to) <= 2 * edge) {
      to++;
    }
    return Math.max(1, to);
  }

  /** A part of the outcomes; infinite losses are not part of any band. */
  private static RoundLosses slice(
      RoundLosses round, int from, int to, double factor, boolean jumps) {
    double[] losses = new double[to - from];
    double[] masses = new double[to - from];
    Arrays.setAll(losses, i -> round.loss(from + i));
    Arrays.setAll(masses, i -> factor * round.mass(from + i));
    return new RoundLosses(losses, masses, 0, jumps);
  }
}
