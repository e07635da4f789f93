package org.shuffledcheckin.accountant.sound;

import java.util.List;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.pld.Composition;
import org.shuffledcheckin.accountant.pld.CompositionCache;
import org.shuffledcheckin.accountant.pld.LossGrid;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The dominating pair of Bernoulli check-ins with Gaussian noise, without credit for the shuffle:
 * of n clients a public number k checked in, the differing one among them with probability k/n, and
 * the observer sees that client's report. The accountant takes the smaller of this and of the
 * analysis through clones; here it stands alone.
 *
 * <p>The divergence of the pair with rate r is r f((alpha - 1)/r + 1) with f convex, a perspective,
 * hence convex in r: the law of k/n may be spread on nodes that keep its mean.
 *
 * @param clients honest clients that flip a coin
 * @param checkInRate probability of heads
 * @param mu how far a replaced record moves a report, in standard deviations of the noise
 */
public record SubsampledGaussian(long clients, double checkInRate, double mu) {
  private static final double TAIL = 1e-32;
  private static final double NODES_PER_DEVIATION = 3;

  /** Validates the arguments. */
  public SubsampledGaussian {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requirePositive("mu", mu);
  }

  /** The epsilon at delta of this many rounds. */
  public UpperBound epsilon(long rounds, double delta) {
    Composition composition =
        new Composition(List.of(new Composition.Part(losses(), rounds)), new CompositionCache());
    return new UpperBound(composition.epsilon(delta), delta, "subsampled-gaussian-pld");
  }

  /** The delta at epsilon of one round: Σ_k Bin(k)·(k/n)·δ_G(log(1 + (n/k)(e^ε − 1))). */
  public UpperBound delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    Binomial checkIns = new Binomial(clients, checkInRate);
    GaussianMechanism gaussian = new GaussianMechanism(mu);
    long lowest = lowest(checkIns);
    long highest = highest(checkIns);
    // Beyond the ends everything counts as seen, or as many as at the end.
    double sum = checkIns.survival(highest + 1) + checkIns.cdf(lowest - 1) * lowest / clients;
    for (long k = Math.max(1, lowest); k <= highest; k++) {
      double rate = (double) k / clients;
      double inner = Math.log1p(Math.expm1(epsilon) / rate);
      sum += checkIns.pmf(k) * rate * gaussian.delta(inner);
    }
    double raised = sum * (1 + LossGrid.RESERVE);
    return new UpperBound(epsilon, Math.min(1, raised), "subsampled-gaussian");
  }

  /** The losses of one round. */
  RoundLosses losses() {
    if (checkInRate == 0) {
      return new LossGrid(1, 1).toLosses();
    }
    Binomial checkIns = new Binomial(clients, checkInRate);
    double typical = Math.min(1, mu) * Math.max(1, checkIns.mean()) / clients;
    LossGrid grid = new LossGrid(typical, GaussianCells.largestLoss(mu));
    WeightNodes rates = rates(checkIns);
    for (int i = 0; i < rates.count(); i++) {
      addRate(grid, mu, rates.node(i), rates.mass(i));
    }
    addRate(grid, mu, 1, checkIns.survival(highest(checkIns) + 1));
    return grid.toLosses();
  }

  private WeightNodes rates(Binomial checkIns) {
    long lowest = lowest(checkIns);
    long highest = highest(checkIns);
    double spacing = Math.max(1, Math.floor(checkIns.deviation() / NODES_PER_DEVIATION));
    int cells = (int) Math.max(1, Math.ceil((highest - lowest) / spacing));
    WeightNodes rates =
        WeightNodes.even((double) lowest / clients, (double) highest / clients, cells);
    for (long k = lowest; k <= highest; k++) {
      rates.add((double) k / clients, checkIns.pmf(k));
    }
    // Fewer check-ins cost less.
    rates.add((double) lowest / clients, checkIns.cdf(lowest - 1));
    return rates;
  }

  private static long lowest(Binomial checkIns) {
    return Math.max(0, checkIns.lowerQuantile(TAIL) + 1);
  }

  private static long highest(Binomial checkIns) {
    return Math.min(checkIns.trials(), checkIns.upperQuantile(TAIL));
  }

  /** Adds the mixture of "not seen" and a Gaussian report seen with this probability. */
  static void addRate(LossGrid grid, double mu, double rate, double probability) {
    if (rate == 0 || probability == 0) {
      return;
    }
    GaussianCells cells = new GaussianCells(mu, 1 / rate, grid);
    cells.forEach(
        (low, p, q, doubt) -> {
          double excess = rate * (p - q);
          grid.addCell(
              low, probability * (q + excess), probability * excess, probability * rate * doubt);
        });
    grid.addInfinite(probability * (rate * cells.tailP() + (1 - rate) * cells.tailQ()));
  }
}
