package org.shuffledcheckin.accountant.lowerbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One, two and three rounds of random pairs, whose epsilon is had by enumeration. */
class ComposedLossTest {
  private static final long SEED = 12_2026;
  private static final int TRIALS = 25;

  @Test
  void epsilonOfRounds_fewRounds_isBelowTheTruthAndCloseToIt() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      int rounds = 1 + trial % 3;
      int outcomes = 2 + random.nextInt(rounds == 3 ? 10 : 30);
      double scale = Math.pow(10, 5 * random.nextDouble() - 4.5);
      double[][] pair = pair(random, outcomes, scale);
      LossAtoms atoms = new LossAtoms();
      for (int i = 0; i < outcomes; i++) {
        atoms.add(pair[0][i], pair[1][i], 0);
      }
      double delta = Math.min(1, scale) * Math.pow(10, -1 - 5 * random.nextDouble());
      double exact = exact(pair, rounds, delta);

      double lower = ComposedLoss.epsilonOfRounds(atoms, rounds, delta);

      assertThat(lower)
          .as("seed %d trial %d: %d rounds at delta %s", SEED, trial, rounds, delta)
          .isBetween(0.99 * exact - 1e-3 * scale, exact);
    }
  }

  @Test
  void epsilonOfRounds_massesRoundedUp_isStillBelowTheTruth() {
    // Randomised response: delta(epsilon) = q (1 - e^(epsilon - epsilon0)) with q its larger mass.
    double q = 1 / (1 + Math.exp(-1));
    LossAtoms atoms = new LossAtoms();
    atoms.add(1, q * (1 + 1e-12), 0);
    atoms.add(-1, (1 - q) * (1 + 1e-12), 0);
    double delta = 1e-3;
    double exact = 1 + Math.log1p(-delta / q);
    assertThat(ComposedLoss.epsilonOfRounds(atoms, 1, delta)).isBetween(0.999 * exact, exact);
  }

  @Test
  void epsilonOfProcess_moreUnderTheFirstLaw_paysForTheTotals() {
    // Points of one kind at rates 2 and 1: log-likelihood ratio N log 2 - 1.
    LossAtoms rates = new LossAtoms();
    rates.add(Math.log(2), 2, 0);
    double exact = 0;
    for (double epsilon = 0; delta(epsilon) >= 1e-3; epsilon += 1e-5) {
      exact = epsilon;
    }
    assertThat(ComposedLoss.epsilonOfProcess(rates, 1e-3)).isBetween(0.99 * exact, exact + 1e-5);
  }

  /** Sum over N of Poisson(2)(N) (1 - e^(epsilon + 1) 2^-N)+. */
  private static double delta(double epsilon) {
    double sum = 0;
    double pmf = Math.exp(-2);
    for (int n = 0; n < 60; n++) {
      sum += pmf * Math.max(0, 1 - Math.exp(epsilon + 1) * Math.pow(2, -n));
      pmf *= 2.0 / (n + 1);
    }
    return sum;
  }

  private static double[][] pair(SplittableRandom random, int outcomes, double scale) {
    double[] p = new double[outcomes];
    double[] q = new double[outcomes];
    double sumP = 0;
    double sumQ = 0;
    for (int i = 0; i < outcomes; i++) {
      p[i] = Math.pow(random.nextDouble(), 1 + 6 * random.nextDouble());
      q[i] = p[i] * Math.exp(-scale * (2 * random.nextDouble() - 1));
      sumP += p[i];
      sumQ += q[i];
    }
    double[][] pair = new double[2][outcomes];
    for (int i = 0; i < outcomes; i++) {
      pair[0][i] = Math.log(p[i] / sumP * sumQ / q[i]);
      pair[1][i] = p[i] / sumP;
    }
    return pair;
  }

  private static double exact(double[][] pair, int rounds, double delta) {
    double[] losses = {0};
    double[] masses = {1};
    for (int t = 0; t < rounds; t++) {
      int size = pair[0].length;
      double[] sums = new double[losses.length * size];
      double[] products = new double[sums.length];
      for (int i = 0; i < sums.length; i++) {
        sums[i] = losses[i / size] + pair[0][i % size];
        products[i] = masses[i / size] * pair[1][i % size];
      }
      losses = sums;
      masses = products;
    }
    double low = 0;
    double high = 100;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      double sum = 0;
      for (int j = 0; j < losses.length; j++) {
        sum += losses[j] > middle ? -masses[j] * Math.expm1(middle - losses[j]) : 0;
      }
      low = sum >= delta ? middle : low;
      high = sum >= delta ? high : middle;
    }
    return high;
  }
}
