package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LowerBound;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.sums.SumNoise;

/**
 * What distributed check-in really costs where records lie at two ends of the ball and all others
 * agree with one of them: the observer learns how many reports are in the sum and where the sum
 * lies between the ends. One round attains the profile that is charged; over several rounds this is
 * one data set, while the charge is for the worse direction in each.
 *
 * <p>Sums are merged into cells and numbers of reports into ranges, which is seeing less.
 *
 * @param clients honest clients that flip a coin
 * @param checkInRate probability of heads
 * @param leastReports fewer are never released
 * @param noise of a sum
 */
public record SumLowerBound(long clients, double checkInRate, long leastReports, SumNoise noise) {
  private static final double TAIL = 1e-19;
  private static final int RANGES = 48;
  private static final int CELLS = 1500;
  private static final double UNIT = 0x1p-53;
  private static final double LEAST_LEFT = 1 - 0x1p-10;

  /** In standard deviations of the noise; beyond lies what nobody will ever see. */
  private static final double REACH = 12;

  /** Validates the arguments. */
  public SumLowerBound {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requireAtLeast("least reports", leastReports, 0);
  }

  /** A lower bound on epsilon at delta after so many rounds. */
  public LowerBound epsilon(long rounds, double delta) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    Arguments.requireDelta(delta);
    Pair pair = pair();
    double epsilon =
        Math.max(
            ComposedLoss.epsilonOfRounds(pair.forward, rounds, delta),
            ComposedLoss.epsilonOfRounds(pair.backward, rounds, delta));
    return new LowerBound(epsilon, delta, "gaussian-sum-extremal-pair");
  }

  private Pair pair() {
    Pair pair = new Pair();
    Binomial reports = new Binomial(clients, checkInRate);
    long lowest = Math.max(Math.max(1, leastReports), reports.lowerQuantile(TAIL) + 1);
    long highest = Math.min(clients, reports.upperQuantile(TAIL) - 1);
    long width = Math.max(1, (highest - lowest) / RANGES);
    for (long k = lowest; k <= highest; k += width) {
      addRange(pair, reports, k, Math.min(highest, k + width - 1));
    }
    // Rounds without a sum, and those of which nothing but that is noted, tell nothing.
    pair.add(reports.cdf(lowest - 1) + reports.survival(highest + 1), 0, 0);
    return pair;
  }

  /** Sums of a range of numbers of reports, in units of the distance of the two ends. */
  private void addRange(Pair pair, Binomial reports, long first, long last) {
    double[] base = new double[CELLS + 2];
    double[] more = new double[CELLS + 2];
    double largest = noise.mu(first);
    double low = -REACH / largest;
    double cell = (1 + 2 * REACH / largest) / CELLS;
    for (long k = first; k <= last; k++) {
      double shift = noise.mu(k);
      double share = (double) k / clients;
      double probability = reports.pmf(k);
      for (int i = 0; i < base.length; i++) {
        double start = low + (i - 1) * cell;
        double away = mass(start * shift, cell * shift, i);
        double there = mass((start - 1) * shift, cell * shift, i);
        base[i] += probability * away;
        more[i] += probability * share * (there - away);
      }
    }
    double farthest = largest + REACH + 1;
    for (int i = 0; i < base.length; i++) {
      pair.add(base[i], more[i], UNIT * (400 + 40 * farthest * farthest));
    }
  }

  private static double mass(double start, double width, int index) {
    if (index == 0) {
      return Normal.survival(-(start + width));
    }
    return index == CELLS + 1 ? Normal.survival(start) : Normal.mass(start, width);
  }

  /** Both orders of the two data sets. */
  private static final class Pair {
    private final LossAtoms forward = new LossAtoms();
    private final LossAtoms backward = new LossAtoms();

    /**
     * Adds a cell.
     *
     * @param base its mass under the second data set
     * @param more what it has more under the first
     * @param error of the normal probabilities in it, relatively
     */
    void add(double base, double more, double error) {
      // Where the difference would cancel, nearly nothing is under the first: left out.
      if (base > 0 && more > -LEAST_LEFT * base) {
        double loss = Math.log1p(more / base);
        double doubt = error / (1 - LEAST_LEFT) + LossAtoms.ROUNDING * Math.abs(loss);
        forward.add(loss, base + more, doubt);
        backward.add(-loss, base, doubt);
      }
    }
  }
}
