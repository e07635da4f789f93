package org.shuffledcheckin.accountant.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.testing.Decimals;

/** What is collected dominates what was added, in exact arithmetic and at every order tried. */
class LossGridTest {
  private static final long SEED = 36_2026;

  private record Outcome(double loss, BigDecimal ratio, BigDecimal mass) {
    Outcome(double loss, double mass) {
      this(loss, Decimals.exp(Decimals.of(-loss)), Decimals.of(mass));
    }
  }

  @Test
  void add_anyOutcomes_dominatesThemEvenIfTheyWereRoundedDown() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 5; trial++) {
      double scale = Math.pow(10, -6 * random.nextDouble());
      LossGrid grid = new LossGrid(scale, 50 * scale);
      List<Outcome> truth = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        double loss = 50 * scale * Math.pow(random.nextDouble(), 4);
        double mass = random.nextDouble() / 100;
        // As if both had been computed with an error of 1e-11.
        truth.add(new Outcome(Math.min(50 * scale, loss * (1 + 1e-11)), mass * (1 + 1e-11)));
        grid.add(loss, mass);
      }
      assertDominates(grid.toLosses(), truth, 50 * scale, "seed " + SEED + " trial " + trial);
    }
  }

  @Test
  void addCell_outcomesInsideIt_dominatesThemEvenIfTheExcessWasRoundedDown() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 5; trial++) {
      double scale = Math.pow(10, -6 * random.nextDouble());
      LossGrid grid = new LossGrid(scale, 8 * scale);
      List<Outcome> truth = new ArrayList<>();
      for (int cell = 0; cell + 1 < grid.size(); cell += 7) {
        double low = grid.point(cell);
        double high = grid.point(cell + 1);
        double one = low + (high - low) * random.nextDouble();
        double two = low + (high - low) * random.nextDouble();
        double mass = random.nextDouble() / 100;
        truth.add(new Outcome(one, mass));
        truth.add(new Outcome(two, mass));
        double excess = -mass * (Math.expm1(-one) + Math.expm1(-two));
        double doubt = 1e-13 * excess;
        grid.addCell(cell, 2 * mass * (1 - 1e-12), excess * (1 - 1e-12) - doubt, 3 * doubt);
      }
      assertDominates(grid.toLosses(), truth, 8 * scale, "seed " + SEED + " trial " + trial);
    }
  }

  private static void assertDominates(
      RoundLosses collected, List<Outcome> truth, double largest, String what) {
    List<Outcome> found = new ArrayList<>();
    for (int i = 0; i < collected.size(); i++) {
      found.add(new Outcome(collected.loss(i), collected.mass(i)));
    }
    for (int i = 0; i <= 30; i++) {
      double order = largest * Math.pow(i / 30.0, 3);
      assertThat(hockeyStick(found, order))
          .as("%s at order e^%s", what, order)
          .isGreaterThanOrEqualTo(hockeyStick(truth, order));
    }
  }

  /** The sum of m (1 - e^(order - loss))+. */
  private static BigDecimal hockeyStick(List<Outcome> outcomes, double order) {
    BigDecimal factor = Decimals.exp(Decimals.of(order));
    BigDecimal sum = BigDecimal.ZERO;
    for (Outcome outcome : outcomes) {
      if (outcome.loss() > order) {
        BigDecimal gain = BigDecimal.ONE.subtract(factor.multiply(outcome.ratio()));
        sum = sum.add(gain.multiply(outcome.mass()), Decimals.DIGITS);
      }
    }
    return sum;
  }
}
