package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * The mean of [a - k]+ for the number a of heads among some fair coins, for every k from half of
 * them on: sums of positive terms, so that no digit is lost in the tail. Heads beyond about
 * thirteen deviations, of probability below 1e-38, are left out.
 */
final class CoinTable {
  /** Hoeffding: Pr(a - s/2 >= sqrt(45 s)) is at most e^-90. */
  private static final double DEVIATIONS = 45;

  private final long coins;
  private final long first;
  private final double[] mean;

  CoinTable(long coins) {
    this.coins = coins;
    this.first = coins / 2;
    long last = Math.min(coins, (long) (coins / 2.0 + StrictMath.sqrt(DEVIATIONS * coins)) + 1);
    this.mean = new double[(int) (last - first) + 2];
    Binomial heads = new Binomial(coins, 0.5);
    double probability = heads.pmf(last);
    double survival = 0;
    for (long k = last - 1; k >= first; k--) {
      survival += probability;
      mean[(int) (k - first)] = mean[(int) (k + 1 - first)] + survival;
      probability *= heads.ratioBelow(k + 1);
    }
  }

  long coins() {
    return coins;
  }

  /** E[a - k]+ for a k of at least half the coins; at least that below, where no k should be. */
  double mean(double k) {
    if (k < first) {
      return mean[0] + (first - k);
    }
    int cell = cell(k);
    return cell < 0 ? 0 : mean[cell] - (k - (first + cell)) * (mean[cell] - mean[cell + 1]);
  }

  /** Pr(a > k) for a k of at least half the coins. */
  double survival(double k) {
    int cell = cell(k);
    return cell < 0 ? 0 : mean[cell] - mean[cell + 1];
  }

  /** Means are linear between integers; -1 beyond the table. */
  private int cell(double k) {
    double cell = Math.floor(k) - first;
    return cell < mean.length - 1 ? (int) cell : -1;
  }
}
