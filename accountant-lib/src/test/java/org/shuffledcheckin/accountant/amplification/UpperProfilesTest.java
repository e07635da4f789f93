package org.shuffledcheckin.accountant.amplification;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.testing.Decimals;

/** Profiles of single rounds are never below the truth, by a computation in 60 digits. */
class UpperProfilesTest {
  private static final long SEED = 5_2026;
  private static final int TRIALS = 60;
  private static final MathContext DIGITS = Decimals.DIGITS;
  private static final BigDecimal ONE = BigDecimal.ONE;

  @Test
  void numericalClones_anyParameters_isJustAboveTheSumOverAllOutcomes() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      int reports = 1 + random.nextInt(40);
      double epsilon0 = Math.pow(10, 9 * random.nextDouble() - 7.5);
      double epsilon = epsilon0 * random.nextDouble();
      double probability = random.nextDouble();
      double exact = clones(reports, epsilon0, epsilon, probability).doubleValue();

      assertThat(new NumericalClones(reports, epsilon0, probability).delta(epsilon))
          .as("seed %d: %d, %s, %s at %s", SEED, reports, epsilon0, probability, epsilon)
          .isBetween(exact, exact * (1 + 1e-10) + 1e-300);
    }
  }

  @Test
  void gaussianMechanism_anyParameters_isJustAboveTheTruth() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      double mu = Math.pow(10, 4 * random.nextDouble() - 3);
      double epsilon = mu * mu / 2 + mu * (12 * random.nextDouble() - 4);
      if (epsilon < 0) {
        continue;
      }
      double exact = gaussian(mu, epsilon).doubleValue();
      assertThat(new GaussianMechanism(mu).delta(epsilon))
          .as("seed %d: mu %s at %s", SEED, mu, epsilon)
          .isBetween(exact, exact * (1 + 1e-13 * (1 + 100 / mu + mu * mu)));
    }
  }

  @Test
  void numericalClones_exponentsThatOverflow_isTheChanceToBeAlone() {
    assertThat(new NumericalClones(2, 800, 0.5).delta(790)).isBetween(0.5, 0.7501);
    assertThat(new NumericalClones(1, 800, 0.5).delta(0)).isBetween(1 - 1e-15, 1.0);
  }

  private static BigDecimal clones(
      int reports, double epsilon0, double epsilon, double probability) {
    BigDecimal e0 = Decimals.exp(Decimals.of(epsilon0));
    BigDecimal factor = Decimals.exp(Decimals.of(epsilon));
    BigDecimal p = Decimals.of(probability);
    BigDecimal sum = BigDecimal.ZERO;
    for (int c = 0; c < reports; c++) {
      BigDecimal mass =
          choose(reports - 1, c)
              .multiply(p.pow(c, DIGITS))
              .multiply(ONE.subtract(p).pow(reports - 1 - c, DIGITS), DIGITS);
      sum = sum.add(mass.multiply(given(c + 1, e0, factor), DIGITS), DIGITS);
    }
    return sum;
  }

  /** Of s reports, a of one kind: P is Bin(s, 1/2)(a) times 2 (e0 a + b)/(s (e0 + 1)). */
  private static BigDecimal given(int s, BigDecimal e0, BigDecimal factor) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int a = 0; a <= s; a++) {
      BigDecimal one = e0.multiply(BigDecimal.valueOf(a)).add(BigDecimal.valueOf(s - a));
      BigDecimal other = e0.multiply(BigDecimal.valueOf(s - a)).add(BigDecimal.valueOf(a));
      BigDecimal stick = one.subtract(factor.multiply(other));
      if (stick.signum() > 0) {
        sum = sum.add(choose(s, a).multiply(stick), DIGITS);
      }
    }
    BigDecimal scale = BigDecimal.valueOf(2).pow(s - 1).multiply(BigDecimal.valueOf(s));
    return sum.divide(scale.multiply(e0.add(ONE)), DIGITS);
  }

  private static BigDecimal gaussian(double mu, double epsilon) {
    BigDecimal shift = Decimals.of(mu);
    BigDecimal half = shift.divide(BigDecimal.valueOf(2));
    BigDecimal ratio = Decimals.of(epsilon).divide(shift, DIGITS);
    BigDecimal back = Decimals.exp(Decimals.of(epsilon));
    return Decimals.normalSurvival(ratio.subtract(half))
        .subtract(back.multiply(Decimals.normalSurvival(ratio.add(half))));
  }

  private static BigDecimal choose(int n, int k) {
    BigDecimal product = ONE;
    for (int i = 1; i <= k; i++) {
      product =
          product.multiply(BigDecimal.valueOf(n - k + i)).divide(BigDecimal.valueOf(i), DIGITS);
    }
    return product;
  }
}
