package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.pld.LossLadder;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * What the shuffler learns: it cannot open reports, but it knows who checked in, and it relays
 * models, hence sees the sums of reports.
 *
 * <p>If the protected client sent j of k Gaussian reports, replacing its record moves the sum by at
 * most j times the sensitivity, under the noise of k reports: a Gaussian pair at mu j/sqrt(k). If
 * it sent none, nothing is lost. For a pure randomiser the sum tells no more than the client's j
 * reports themselves: randomised response at j epsilon0. Fewer reports of others hide less, so a
 * range of k is replaced by its smallest.
 */
final class ShufflerView {
  private static final double TAIL = 1e-32;
  private static final double BUCKET = 0.004;
  private static final double TYPICAL = 1e-3;

  private final long others;
  private final double rate;
  private final double ownRate;
  private final boolean poisson;

  ShufflerView(long others, double rate, double ownRate, boolean poisson) {
    this.others = others;
    this.rate = rate;
    this.ownRate = ownRate;
    this.poisson = poisson;
  }

  /** The losses of one round with an epsilon0-LDP randomiser. */
  RoundLosses pure(double epsilon0) {
    int most = poisson ? PoissonCheckIn.MOST_REPORTS : 1;
    LossLadder ladder = new LossLadder(epsilon0, most * epsilon0);
    for (int j = 1; j <= most; j++) {
      double loss = j * epsilon0;
      ladder.add(loss, own(j) / (1 + Math.exp(-loss)));
    }
    return ladder.toLosses();
  }

  /** The losses of one round with Gaussian noise. */
  RoundLosses gaussian(double mu) {
    int most = poisson ? PoissonCheckIn.MOST_REPORTS : 1;
    double largest = GaussianCells.largestLoss(mu * Math.sqrt(most));
    double typical = mu / Math.sqrt(1 + others * rate);
    LossLadder ladder = new LossLadder(Math.min(largest, Math.max(typical, mu * TYPICAL)), largest);
    for (int j = 1; j <= most; j++) {
      addOwn(ladder, mu, j);
    }
    return ladder.toLosses();
  }

  private double own(int j) {
    return poisson ? new Poisson(ownRate).pmf(j) : ownRate;
  }

  private void addOwn(LossLadder ladder, double mu, int j) {
    double probability = own(j);
    if (probability == 0) {
      return;
    }
    long lowest = lowest();
    long highest = highest();
    double covered = 0;
    for (long k = lowest; k <= highest; ) {
      long next = Math.min(highest, k + (long) (BUCKET * k)) + 1;
      double mass = between(k, next - 1);
      addGaussian(ladder, mu * j / Math.sqrt((double) j + k), probability * mass);
      covered += mass;
      k = next;
    }
    addGaussian(
        ladder, mu * j / Math.sqrt((double) j + highest), probability * Math.max(0, 1 - covered));
    addGaussian(ladder, mu * Math.sqrt(j), probability * TAIL);
  }

  private static void addGaussian(LossLadder ladder, double mu, double probability) {
    if (probability == 0) {
      return;
    }
    GaussianCells cells = new GaussianCells(mu, 1, ladder);
    cells.forEach((low, p, q) -> ladder.addCell(low, probability * p, probability * (p - q)));
    ladder.addInfinite(probability * cells.tailP());
  }

  private long lowest() {
    return Math.max(0, 1 + (poisson ? sum().lowerQuantile(TAIL) : count().lowerQuantile(TAIL)));
  }

  private long highest() {
    return poisson ? sum().upperQuantile(TAIL) : Math.min(others, count().upperQuantile(TAIL));
  }

  private double between(long first, long last) {
    double mass = 0;
    for (long k = first; k <= last; k++) {
      mass += poisson ? sum().pmf(k) : count().pmf(k);
    }
    return mass;
  }

  private Poisson sum() {
    return new Poisson(others * rate);
  }

  private Binomial count() {
    return new Binomial(others, rate);
  }
}
