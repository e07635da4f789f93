package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Composes small pairs of laws exactly and checks that what was moved in every round never costs
 * more than its slack.
 */
class DeltaSlackTest {
  private static final long SEED = 16_2026;
  private static final int OUTCOMES = 4;
  private static final int TRIALS = 400;
  private static final double ROUNDING = 1e-12;

  @Test
  void at_anyMovedMass_isEnoughForEveryNumberOfRounds() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      double loss = 0.2 + 2 * random.nextDouble();
      double moved = 0.05 * random.nextDouble();
      Pair known = Pair.randomisedResponse(loss);
      Pair real =
          trial % 4 == 0 ? known.movedToNewOutcomes(moved) : known.movedAnyhow(moved, random);
      for (int times = 1; times <= 4; times++) {
        DeltaSlack slack = DeltaSlack.exchanging(moved, leastExtra(known, loss, moved), times);
        for (double epsilon : new double[] {0, 0.1, 0.5, 1, 2, 4, 7}) {
          assertThat(real.composed(times).delta(epsilon))
              .as("seed %d trial %d: %d rounds at epsilon %s", SEED, trial, times, epsilon)
              .isLessThanOrEqualTo(
                  known.composed(times).delta(epsilon) + slack.at(epsilon) + ROUNDING);
        }
      }
    }
  }

  @Test
  void at_manyRoundsAndLargeEpsilon_paysByTheRoundAndNotByTheRun() {
    double moved = 1e-9;
    double extra = (1 + Math.E) * moved;

    DeltaSlack slack = DeltaSlack.exchanging(moved, extra, 1000);

    assertThat(slack.at(0)).isCloseTo(2 * 1000 * moved, within(1e-20));
    assertThat(slack.at(20)).isCloseTo(Math.expm1(1000 * Math.log1p(extra)), within(1e-20));
    assertThat(slack.plus(slack).at(20))
        .isCloseTo(Math.expm1(2000 * Math.log1p(extra)), within(1e-18));
  }

  /** As the accountant's, by trying every order. */
  private static double leastExtra(Pair known, double loss, double moved) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 1000; i++) {
      double epsilon = loss * i / 1000;
      least = Math.min(least, known.delta(epsilon) + (1 + Math.exp(epsilon)) * moved);
    }
    return least;
  }

  private static final class Pair {
    private final double[] p;
    private final double[] q;

    Pair(double[] p, double[] q) {
      this.p = p;
      this.q = q;
    }

    static Pair randomisedResponse(double loss) {
      double truth = Math.exp(loss) / (1 + Math.exp(loss));
      return new Pair(new double[] {truth, 1 - truth, 0, 0}, new double[] {1 - truth, truth, 0, 0});
    }

    /** The worst that can happen: what was moved tells everything. */
    Pair movedToNewOutcomes(double mass) {
      double[] first = p.clone();
      double[] second = q.clone();
      first[0] -= mass;
      first[2] += mass;
      second[0] -= Math.min(mass, second[0]);
      second[3] += Math.min(mass, q[0]);
      return new Pair(first, second);
    }

    Pair movedAnyhow(double mass, SplittableRandom random) {
      return new Pair(moved(p, mass, random), moved(q, mass, random));
    }

    private static double[] moved(double[] law, double mass, SplittableRandom random) {
      double[] result = law.clone();
      int from = random.nextInt(2);
      int to = random.nextInt(OUTCOMES);
      double amount = Math.min(mass, result[from]);
      result[from] -= amount;
      result[to] += amount;
      return result;
    }

    Pair composed(int times) {
      Pair product = this;
      for (int i = 1; i < times; i++) {
        product = new Pair(outer(product.p, p), outer(product.q, q));
      }
      return product;
    }

    private static double[] outer(double[] a, double[] b) {
      double[] result = new double[a.length * b.length];
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < b.length; j++) {
          result[i * b.length + j] = a[i] * b[j];
        }
      }
      return result;
    }

    double delta(double epsilon) {
      double sum = 0;
      for (int i = 0; i < p.length; i++) {
        sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
      }
      return sum;
    }
  }
}
