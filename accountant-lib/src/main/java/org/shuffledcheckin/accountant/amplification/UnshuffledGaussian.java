package org.shuffledcheckin.accountant.amplification;

import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.pld.Composition;
import org.shuffledcheckin.accountant.pld.CompositionCache;
import org.shuffledcheckin.accountant.pld.LossLadder;

/**
 * Bounds many rounds of Bernoulli check-in with Gaussian noise without any credit for hiding among
 * other reports: given the public count k, a Gaussian report is seen with probability k/n. The
 * accountants take the smaller of this and another way; here it stands alone.
 *
 * @param clients honest clients that flip a coin
 * @param checkInRate probability of heads
 * @param mu how far a replaced record moves a report, in standard deviations of the noise
 */
public record UnshuffledGaussian(long clients, double checkInRate, double mu) {
  /** Counts and losses that are rarer than this count as infinite loss. */
  private static final double TAIL = 1e-25;

  /** Reports farther out than this have probability below 1e-26. */
  private static final double REACH = 11;

  private static final long NODES = 60;

  /** Above this loss a cell's Q-mass is below the rounding of its P-mass. */
  private static final double LARGE_LOSS = 30;

  /** Validates the arguments. */
  public UnshuffledGaussian {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requirePositive("mu", mu);
  }

  /** The epsilon at delta of this many rounds. */
  public UpperBound epsilon(long rounds, double delta) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    double epsilon = 0;
    if (checkInRate > 0 && rounds > 0) {
      Composition.Part part = new Composition.Part(ladder().toLosses(), rounds);
      epsilon = new Composition(List.of(part), new CompositionCache()).epsilon(delta);
    }
    return new UpperBound(epsilon, delta, "check-in-without-shuffling-pld");
  }

  /**
   * The divergence given k is a perspective in k/n, hence convex: the law of k may be spread on a
   * few nodes that keep its mean.
   */
  private LossLadder ladder() {
    Binomial checkIns = new Binomial(clients, checkInRate);
    long low = Math.max(0, checkIns.lowerQuantile(TAIL));
    long high = Math.min(clients, checkIns.upperQuantile(TAIL));
    long width = 1 + (high - low) / NODES;
    double typical = Math.min(1, mu) * Math.max(1, checkIns.mean()) / clients;
    LossLadder ladder = new LossLadder(typical, mu * REACH + mu * mu / 2);
    ladder.addInfinite(2 * TAIL);
    double carried = 0;
    for (long node = low; node <= high; node += width) {
      double here = carried;
      carried = 0;
      for (long k = node; k < Math.min(high + 1, node + width); k++) {
        double share = (double) (k - node) / width;
        here += checkIns.pmf(k) * (1 - share);
        carried += checkIns.pmf(k) * share;
      }
      addRate(ladder, (double) node / clients, here);
    }
    addRate(ladder, Math.min(1, (double) (high + width) / clients), carried);
    return ladder;
  }

  private void addRate(LossLadder ladder, double rate, double probability) {
    if (rate == 0 || probability == 0) {
      return;
    }
    double from = threshold(ladder.rung(0), rate);
    for (int i = 0; i + 1 < ladder.size(); i++) {
      double to = threshold(ladder.rung(i + 1), rate);
      double base = Normal.mass(from, to - from);
      double excess = rate * (Normal.mass(from - mu, to - from) - base);
      if (ladder.rung(i) < LARGE_LOSS) {
        ladder.addCell(i, probability * (base + excess), probability * excess);
      } else {
        ladder.add(ladder.rung(i + 1), probability * (base + excess));
      }
      from = to;
    }
    ladder.addInfinite(
        probability * (rate * Normal.survival(from - mu) + (1 - rate) * Normal.survival(from)));
  }

  /** Where the loss of a report that is seen at this rate equals the given one. */
  private double threshold(double loss, double rate) {
    double inner = loss < 500 ? Math.log1p(Math.expm1(loss) / rate) : loss - Math.log(rate);
    return (inner + mu * mu / 2) / mu;
  }
}
