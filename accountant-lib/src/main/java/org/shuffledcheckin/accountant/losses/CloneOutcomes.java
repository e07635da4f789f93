package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;

/**
 * The outcomes of one round of clones, many of them merged or spread: each a number of telling
 * reports s, a denominator D and a probability. The hockey stick is a sum over them.
 */
final class CloneOutcomes {
  private final long clients;
  private final double gain;
  private CoinTable[] coins = new CoinTable[1024];
  private double[] denominator = new double[1024];
  private double[] weight = new double[1024];
  private int size;

  /**
   * Describes no outcome yet.
   *
   * @param gain e0 - 1
   */
  CloneOutcomes(long clients, double gain) {
    this.clients = clients;
    this.gain = gain;
  }

  /** Adds an outcome. */
  void add(CoinTable telling, double leftovers, double probability) {
    if (size == weight.length) {
      coins = Arrays.copyOf(coins, 2 * size);
      denominator = Arrays.copyOf(denominator, 2 * size);
      weight = Arrays.copyOf(weight, 2 * size);
    }
    coins[size] = telling;
    denominator[size] = 2 * (clients - leftovers) + gain * telling.coins();
    weight[size] = probability;
    size++;
  }

  /** The hockey stick at the factor 1 + excess. */
  double value(double excess) {
    double t = excess / (2 + excess);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += weight[i] * coins[i].mean(bar(i, t));
    }
    return (2 + excess) * gain * sum / clients;
  }

  /** Its slope there; where it has a kink, one of those between left and right. */
  double slope(double excess) {
    double t = excess / (2 + excess);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double bar = bar(i, t);
      double mean = coins[i].mean(bar);
      double survival = coins[i].survival(bar);
      sum += weight[i] * ((1 - t) * denominator[i] * survival - 2 * gain * mean);
    }
    return -sum / (2.0 * clients);
  }

  /** How many of the s reports must be of one kind to count. */
  private double bar(int i, double t) {
    return 0.5 * (coins[i].coins() + t * denominator[i] / gain);
  }
}
