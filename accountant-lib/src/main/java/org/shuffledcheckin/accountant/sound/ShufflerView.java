package org.shuffledcheckin.accountant.sound;

import java.util.Arrays;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.pld.LossGrid;
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

  private final CountLaw othersReports;
  private final double[] own;

  ShufflerView(long others, double rate, double ownRate, CheckInLaw law) {
    if (law == CheckInLaw.POISSON) {
      this.othersReports = new Poisson(others * rate);
      this.own = new double[PoissonCheckIn.MOST_REPORTS + 1];
      Arrays.setAll(own, new Poisson(ownRate)::pmf);
    } else {
      this.othersReports = new Binomial(others, rate);
      this.own = new double[] {1 - ownRate, ownRate};
    }
  }

  /** The losses of one round with an epsilon0-LDP randomiser. */
  RoundLosses pure(double epsilon0) {
    LossGrid grid = new LossGrid(epsilon0, (own.length - 1) * epsilon0);
    for (int j = 1; j < own.length; j++) {
      double loss = j * epsilon0;
      grid.add(loss, own[j] / (1 + Math.exp(-loss)));
    }
    return grid.toLosses();
  }

  /** The losses of one round with Gaussian noise. */
  RoundLosses gaussian(double mu) {
    double largest = GaussianCells.largestLoss(mu * Math.sqrt(own.length - 1));
    double typical = mu / Math.sqrt(1 + othersReports.mean());
    LossGrid grid = new LossGrid(Math.min(largest, Math.max(typical, mu * TYPICAL)), largest);
    for (int j = 1; j < own.length; j++) {
      if (own[j] > 0) {
        addOwn(grid, mu, j);
      }
    }
    return grid.toLosses();
  }

  /** The losses of one round whose sum has this mean shift, whoever else reported. */
  RoundLosses gaussianSum(double mu) {
    double largest = GaussianCells.largestLoss(mu);
    LossGrid grid = new LossGrid(Math.min(largest, mu), largest);
    addGaussian(grid, mu, own[1]);
    return grid.toLosses();
  }

  private void addOwn(LossGrid grid, double mu, int j) {
    long lowest = othersReports.lowerQuantile(TAIL) + 1;
    long highest = othersReports.upperQuantile(TAIL) - 1;
    double covered = 0;
    for (long k = lowest; k <= highest; ) {
      long next = Math.min(highest, k + (long) (BUCKET * k)) + 1;
      double mass = 0;
      for (long i = k; i < next; i++) {
        mass += othersReports.pmf(i);
      }
      addGaussian(grid, mu * j / Math.sqrt((double) j + k), own[j] * mass);
      covered += mass;
      k = next;
    }
    addGaussian(grid, mu * j / Math.sqrt((double) j + highest), own[j] * Math.max(0, 1 - covered));
    addGaussian(grid, mu * Math.sqrt(j), own[j] * TAIL);
  }

  private static void addGaussian(LossGrid grid, double mu, double probability) {
    if (probability == 0) {
      return;
    }
    GaussianCells cells = new GaussianCells(mu, 1, grid);
    cells.forEach(
        (low, p, q, doubt) ->
            grid.addCell(low, probability * p, probability * (p - q), probability * doubt));
    grid.addInfinite(probability * cells.tailP());
  }
}
