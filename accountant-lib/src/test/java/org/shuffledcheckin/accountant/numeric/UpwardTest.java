package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.testing.Decimals;

class UpwardTest {
  private static final long SEED = 53_2026;

  @Test
  void plusAndTimes_anyNumbers_areTheSmallestDoublesThatAreNotBelow() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 20_000; trial++) {
      double a = Math.scalb(random.nextDouble(), random.nextInt(-60, 60));
      double b = Math.scalb(random.nextDouble(), random.nextInt(-60, 60));
      assertSmallestAbove(Upward.plus(a, b), new BigDecimal(a).add(new BigDecimal(b)));
      assertSmallestAbove(Upward.times(a, b), new BigDecimal(a).multiply(new BigDecimal(b)));
    }
  }

  @Test
  void plusAndTimes_edges_neverRoundDown() {
    assertThat(Upward.plus(1, Double.MIN_VALUE)).isEqualTo(Math.nextUp(1.0));
    assertThat(Upward.plus(Double.MAX_VALUE, 1e300)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Upward.plus(3, 0.5)).isEqualTo(3.5);
    assertThat(Upward.times(3, 20)).isEqualTo(60);
    assertThat(Upward.times(Double.MIN_VALUE, 0.1)).isPositive();
    assertThat(Upward.times(1e-200, 1e-200)).isPositive();
    assertThat(Upward.times(0, Double.POSITIVE_INFINITY)).isZero();
    assertThat(Upward.times(2, Double.POSITIVE_INFINITY)).isInfinite();
  }

  @Test
  void expAndGrowth_anyNumbers_areAboveTheTruthByAHair() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 300; trial++) {
      double x = 60 * random.nextDouble() - 30;
      double power = Decimals.exp(new BigDecimal(x)).doubleValue();
      assertThat(Upward.exp(x)).as("seed %d e^%s", SEED, x).isBetween(power, power * (1 + 1e-15));
      double mass = Math.scalb(random.nextDouble(), -random.nextInt(40));
      int times = 1 + random.nextInt(8);
      BigDecimal whole =
          IntStream.range(0, times)
              .mapToObj(i -> BigDecimal.ONE.add(new BigDecimal(mass)))
              .reduce(BigDecimal.ONE, (a, b) -> a.multiply(b, Decimals.DIGITS));
      BigDecimal grown = whole.subtract(BigDecimal.ONE);
      assertThat(new BigDecimal(Upward.growth(mass, times)))
          .as("seed %d (1 + %s)^%d - 1", SEED, mass, times)
          .isBetween(grown, grown.multiply(new BigDecimal("1.000000000000003")));
    }
  }

  @Test
  void compensatedSum_aMillionTerms_losesNothing() {
    CompensatedSum sum = new CompensatedSum();
    double plain = 0;
    BigDecimal exact = BigDecimal.ZERO;
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1_000_000; i++) {
      double term = Math.scalb(random.nextDouble(), -random.nextInt(30));
      sum.add(term);
      plain += term;
      exact = exact.add(new BigDecimal(term));
    }
    double truth = exact.doubleValue();
    assertThat(Math.abs(sum.value() - truth))
        .as("seed %d", SEED)
        .isLessThanOrEqualTo(Math.ulp(truth));
    assertThat(Math.abs(plain - truth)).as("seed %d", SEED).isGreaterThan(4 * Math.ulp(truth));
  }

  private static void assertSmallestAbove(double value, BigDecimal exact) {
    assertThat(new BigDecimal(value)).as("seed %d", SEED).isGreaterThanOrEqualTo(exact);
    assertThat(new BigDecimal(Math.nextDown(value))).as("seed %d", SEED).isLessThan(exact);
  }
}
