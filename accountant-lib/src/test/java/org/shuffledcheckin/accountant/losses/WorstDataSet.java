package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.numeric.Poisson;

/**
 * One round of Poisson check-ins with Gaussian noise where all other records agree with the second
 * one: the law of its loss by brute force, reports rounded to the nearest point of a fine grid and
 * their number fixed, one after the other. Close to the truth, not a bound.
 */
final class WorstDataSet {
  private static final int CELLS = 400;

  private final double step;
  private final double[] law;
  private final int middle;

  WorstDataSet(int clients, double rate, double mu) {
    this.step = Math.min(6e-3, 0.05 / clients);
    double lowest = Math.log1p(-1.0 / clients) * 1.0001 - step;
    double highest = loss(2 * mu + 7, clients, mu);
    int reports = 1;
    while (new Poisson(rate * clients).survival(reports) > 1e-13) {
      reports++;
    }
    this.middle = (int) (-reports * lowest / step) + 2;
    this.law = new double[middle + (int) (4 * highest / step) + 2];
    double[] one = one(clients, mu);
    double[] sum = new double[law.length];
    sum[middle] = 1;
    for (int k = 0; k <= reports; k++) {
      double probability = new Poisson(rate * clients).pmf(k);
      for (int i = 0; i < law.length; i++) {
        law[i] += probability * sum[i];
      }
      sum = convolve(sum, one);
    }
  }

  /** E(Z - tau)+^2 - (1 - tau)+^2. */
  double excess(double tau) {
    double sum = 0;
    for (int i = 0; i < law.length; i++) {
      double ratio = Math.exp((i - middle) * step);
      double above = Math.max(0, ratio - tau);
      double atOne = Math.max(0, 1 - tau);
      // Linear terms have no mean: taking them off leaves nothing to cancel.
      sum += law[i] * (above * above - atOne * atOne - 2 * atOne * (ratio - 1));
    }
    return sum;
  }

  private double[] one(int clients, double mu) {
    double[] one = new double[law.length];
    double low = -8;
    double width = (2 * mu + 7 - low) / CELLS;
    for (int i = 0; i < CELLS; i++) {
      double y = low + (i + 0.5) * width;
      double at = loss(y, clients, mu) / step;
      int cell = (int) Math.floor(at);
      double mass = Normal.mass(low + i * width, width);
      double part = Math.expm1((at - cell) * step) / Math.expm1(step);
      one[middle + cell] += mass * (1 - part);
      one[middle + cell + 1] += mass * part;
    }
    return one;
  }

  private static double loss(double y, int clients, double mu) {
    return Math.log1p(Math.expm1(mu * y - mu * mu / 2) / clients);
  }

  private double[] convolve(double[] a, double[] b) {
    double[] sum = new double[law.length];
    for (int j = 0; j < b.length; j++) {
      if (b[j] > 0) {
        int shift = j - middle;
        for (int i = Math.max(0, -shift); i < law.length - Math.max(0, shift); i++) {
          sum[i + shift] += b[j] * a[i];
        }
      }
    }
    return sum;
  }
}
