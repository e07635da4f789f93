package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.GaussianProfile;
import org.shuffledcheckin.accountant.pld.LossLadder;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The dominating pair of Bernoulli check-ins with Gaussian noise, without credit for the shuffle:
 * of n clients a public number k checked in, the differing one among them with probability k/n, and
 * the observer sees that client's report.
 *
 * <p>The divergence of the pair with rate r is r f((alpha - 1)/r + 1) with f convex, a perspective,
 * hence convex in r: the law of k/n may be spread on nodes that keep its mean.
 */
final class SubsampledGaussian {
  private static final double TAIL = 1e-32;
  private static final double NODES_PER_DEVIATION = 3;

  private final long clients;
  private final double checkInRate;
  private final double mu;

  SubsampledGaussian(long clients, double checkInRate, double mu) {
    this.clients = clients;
    this.checkInRate = checkInRate;
    this.mu = mu;
  }

  /** The losses of one round. */
  RoundLosses losses() {
    if (checkInRate == 0) {
      return new LossLadder(1, 1).toLosses();
    }
    Binomial checkIns = new Binomial(clients, checkInRate);
    long lowest = Math.max(0, checkIns.lowerQuantile(TAIL) + 1);
    long highest = Math.min(clients, checkIns.upperQuantile(TAIL));
    double typical = Math.min(1, mu) * Math.max(1, checkIns.mean()) / clients;
    LossLadder ladder = new LossLadder(typical, GaussianCells.largestLoss(mu));
    WeightNodes rates = rates(checkIns, lowest, highest);
    for (int i = 0; i < rates.count(); i++) {
      addRate(ladder, rates.node(i), rates.mass(i));
    }
    addRate(ladder, 1, checkIns.survival(highest + 1));
    return ladder.toLosses();
  }

  private WeightNodes rates(Binomial checkIns, long lowest, long highest) {
    double spacing = Math.max(1, Math.floor(checkIns.deviation() / NODES_PER_DEVIATION));
    int cells = (int) Math.max(1, Math.ceil((highest - lowest) / spacing));
    WeightNodes rates =
        new WeightNodes((double) lowest / clients, (double) highest / clients, cells);
    for (long k = lowest; k <= highest; k++) {
      rates.add((double) k / clients, checkIns.pmf(k));
    }
    // Fewer check-ins cost less.
    rates.add((double) lowest / clients, checkIns.cdf(lowest - 1));
    return rates;
  }

  /** Adds the mixture of "not seen" and a Gaussian report seen with this probability. */
  private void addRate(LossLadder ladder, double rate, double probability) {
    if (rate == 0 || probability == 0) {
      return;
    }
    GaussianCells cells = new GaussianCells(mu, 1 / rate, ladder);
    cells.forEach(
        (low, p, q) -> {
          double excess = rate * (p - q);
          ladder.addCell(low, probability * (q + excess), probability * excess);
        });
    ladder.addInfinite(probability * (rate * cells.tailP() + (1 - rate) * cells.tailQ()));
  }

  /** The exact delta of one round: the sum over k of Bin(k) (k/n) delta_G(...). */
  static double delta(Binomial checkIns, double mu, double epsilon) {
    GaussianProfile gaussian = new GaussianProfile(mu);
    long n = checkIns.trials();
    long lowest = Math.max(0, checkIns.lowerQuantile(TAIL) + 1);
    long highest = Math.min(n, checkIns.upperQuantile(TAIL));
    double sum = checkIns.survival(highest + 1);
    for (long k = Math.max(1, lowest); k <= highest; k++) {
      double rate = (double) k / n;
      double inner = Math.log1p(Math.expm1(epsilon) / rate);
      sum += checkIns.pmf(k) * rate * gaussian.delta(inner);
    }
    return Math.min(1, sum + checkIns.cdf(lowest - 1) * lowest / n);
  }
}
