package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.LowerBound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.lowerbound.SumLowerBound;
import org.shuffledcheckin.accountant.rdp.SummedMoments;
import org.shuffledcheckin.accountant.rdp.UpperRdpCurve;
import org.shuffledcheckin.accountant.sums.SumNoise;

class SampledSumTest {
  private static final long CLIENTS = 60_000;
  private static final double DELTA = 1.0 / CLIENTS;

  private static SampledSum sum(double rate, double noise) {
    return new SampledSum(CLIENTS, rate, 1, new SumNoise.Continuous(noise));
  }

  private static UpperRdpCurve moments(double rate, double noise) {
    long least = (long) (CLIENTS * rate / 2);
    return UpperRdpCurve.sums(
        new SummedMoments(CLIENTS, rate, least, new SumNoise.Continuous(noise)));
  }

  /** Independently computed by privacy losses and, with half of the reports, by divergences. */
  @ParameterizedTest
  @CsvSource({
    "0.05, 1e-3, 31.21, 68.43, 1056, 1.7e3, 2.7e4, 2.7e6",
    "0.05, 0.01, 3.138, 7.602, 149.3, 4.99, 11.9, 298",
    "0.05, 0.05, 1.605, 7.432, 191.0, 3.19, 15.6, 712",
    "0.1, 1e-3, 5.224, 8.283, 55.37, 9.75, 11.9, 235",
    "0.1, 0.01, 0.3558, 1.461, 22.71, 0.819, 2.77, 47.4",
    "0.1, 0.05, 0.5756, 2.692, 49.47, 1.59, 6.26, 152",
    "0.2, 1e-3, 0.1298, 0.3745, 3.712, 1.69, 2.15, 4.92",
    "0.2, 0.01, 0.1149, 0.5271, 7.109, 0.350, 1.17, 15.6",
    "0.2, 0.05, 0.2439, 1.136, 17.05, 1.16, 3.68, 43.5",
    "0.5, 1e-3, 0.0121, 0.0578, 0.7252, 0.260, 0.288, 1.43",
    "0.5, 0.01, 0.0361, 0.1707, 2.159, 0.199, 0.614, 5.37",
    "0.5, 0.05, 0.0845, 0.3952, 5.207, 1.04, 2.87, 15.0",
  })
  void epsilon_publishedTable_matches(
      double noise,
      double rate,
      double few,
      double some,
      double many,
      double fewByMoments,
      double someByMoments,
      double manyByMoments) {
    long[] rounds = {60, 1_000, 100_000};
    double[] expected = {few, some, many};
    double[] expectedByMoments = {fewByMoments, someByMoments, manyByMoments};
    for (int i = 0; i < rounds.length; i++) {
      assertThat(sum(rate, noise).epsilon(rounds[i], DELTA).epsilon())
          .as("%s rounds", rounds[i])
          .isCloseTo(expected[i], withPercentage(0.1));
      // Conversions at more orders may find less.
      assertThat(moments(rate, noise).times(rounds[i]).epsilon(DELTA).epsilon())
          .as("%s rounds, by divergences", rounds[i])
          .isBetween(0.85 * expectedByMoments[i], 1.02 * expectedByMoments[i]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.05, 60, 0.0674, 1.00, 5.61",
    "0.05, 60, 0.05, 1.61, 8.21",
    "0.01, 1000, 0.1, 1.46, 17.1",
    "1e-3, 100000, 0.5, 0.73, 36.0",
    "0.05, 60, 0.86, 0.0456, 0.293",
    "0.05, 60, 2, 0.0175, 0.113",
  })
  void epsilon_bothObservers_matchPublishedValues(
      double rate, long rounds, double noise, double aggregator, double shuffler) {
    UpperBound seen = sum(rate, noise).epsilon(rounds, DELTA);
    UpperBound known = sum(rate, noise).shufflerEpsilon(rounds, DELTA);
    assertThat(seen.epsilon()).isCloseTo(aggregator, withPercentage(0.7));
    assertThat(known.epsilon()).isCloseTo(shuffler, withPercentage(0.7));
    assertThat(Theorem.of(seen.method())).containsExactly(Theorem.SAMPLED_SUM);
    assertThat(Theorem.of(known.method())).containsExactly(Theorem.SHUFFLER_VIEW);
  }

  /** With as much noise in a report as the shuffled form has. */
  @ParameterizedTest
  @CsvSource({
    "0.05, 60, 0.0456, 0.0175, 0.0079",
    "0.01, 1000, 0.0910, 0.0348, 0.0158",
    "1e-3, 100000, 0.356, 0.130, 0.0586",
  })
  void epsilon_equalUtility_matchesPublishedValues(
      double rate, long rounds, double little, double some, double much) {
    assertThat(sum(rate, 0.86).epsilon(rounds, DELTA).epsilon())
        .isCloseTo(little, withPercentage(0.7));
    assertThat(sum(rate, 2).epsilon(rounds, DELTA).epsilon()).isCloseTo(some, withPercentage(0.7));
    assertThat(sum(rate, 4).epsilon(rounds, DELTA).epsilon()).isCloseTo(much, withPercentage(0.7));
  }

  /** The example against "a smaller rate is safe": fewer reports carry less noise. */
  @Test
  void epsilon_smallerRate_mayCostMore() {
    double likely = sum(0.01, 0.1).epsilon(60, DELTA).epsilon();
    double rare = sum(1e-3, 0.1).epsilon(60, DELTA).epsilon();
    double rarer = sum(5e-4, 0.1).epsilon(60, DELTA).epsilon();
    assertThat(likely).isCloseTo(0.3557, withPercentage(0.1));
    assertThat(rare).isCloseTo(5.2245, withPercentage(0.1));
    assertThat(rarer).isCloseTo(12.63, withPercentage(0.1));
  }

  @Test
  void epsilon_leastReports_helpsWhereFewAreLikely() {
    SumNoise noise = new SumNoise.Continuous(0.1);
    double before = Double.POSITIVE_INFINITY;
    for (long least : new long[] {1, 40, 50, 60}) {
      double epsilon = new SampledSum(CLIENTS, 1e-3, least, noise).epsilon(60, DELTA).epsilon();
      assertThat(epsilon).isLessThan(before * (1 + 1e-6));
      before = epsilon;
    }
  }

  @Test
  void epsilon_groups_costAsTheirNoise() {
    double whole = sum(0.05, 0.0674).epsilon(60, DELTA).epsilon();
    double thirty =
        new SampledSum(CLIENTS, 0.05, 1, new SumNoise.Groups(0.0674 * 10, 30))
            .epsilon(60, DELTA)
            .epsilon();
    assertThat(thirty).isCloseTo(whole, withPercentage(0.1));
  }

  /** Corrupt clients give neither cover nor noise. */
  @ParameterizedTest
  @CsvSource({
    "0.05, 0.05, 60, 1.762, 2.233",
    "0.01, 0.1, 1000, 1.601, 2.026",
    "1e-3, 0.5, 100000, 0.781, 0.938",
  })
  void epsilon_corruptClients_matchPublishedValues(
      double rate, double noise, long rounds, double tenth, double third) {
    SumNoise each = new SumNoise.Continuous(noise);
    assertThat(new SampledSum(54_000, rate, 1, each).epsilon(rounds, DELTA).epsilon())
        .isCloseTo(tenth, withPercentage(0.2));
    assertThat(new SampledSum(42_000, rate, 1, each).epsilon(rounds, DELTA).epsilon())
        .isCloseTo(third, withPercentage(0.2));
  }

  @Test
  void delta_discreteNoise_isThatOfALittleLessNoise() {
    SampledSum discrete = new SampledSum(1_000, 0.1, 5, new SumNoise.Discrete(16, 160));
    SampledSum continuous = new SampledSum(1_000, 0.1, 5, new SumNoise.Continuous(0.1));
    for (double epsilon : new double[] {0, 0.1, 1, 3}) {
      double more = discrete.delta(epsilon).delta() / continuous.delta(epsilon).delta();
      assertThat(more).isBetween(1.0, 1.01);
    }
  }

  @Test
  void epsilon_nothingReleased_isZero() {
    SumNoise noise = new SumNoise.Continuous(1);
    assertThat(new SampledSum(100, 0, 1, noise).epsilon(10, 1e-5).epsilon()).isZero();
    assertThat(new SampledSum(100, 0.1, 101, noise).epsilon(10, 1e-5).epsilon()).isZero();
    assertThat(new SampledSum(100, 0.1, 1, noise).epsilon(0, 1e-5).epsilon()).isZero();
  }

  /** Nothing proven from above is below what one data set really costs. */
  @Test
  void epsilon_randomRounds_isAboveTheLowerBound() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    for (int trial = 0; trial < 25; trial++) {
      long clients = 1 + (long) Math.pow(10, 4.5 * random.nextDouble());
      double rate = Math.min(1, Math.pow(10, 0.2 - 3 * random.nextDouble()));
      long least = 1 + (long) (random.nextDouble() * clients * rate);
      double noise = Math.pow(10, 2 * random.nextDouble() - 1.5);
      long rounds = 1 + (long) Math.pow(10, 3 * random.nextDouble());
      double delta = Math.pow(10, -1 - 7 * random.nextDouble());
      SumNoise each =
          random.nextBoolean()
              ? new SumNoise.Continuous(noise)
              : new SumNoise.Discrete(16, (int) Math.ceil(16 / noise));
      SampledSum sum = new SampledSum(clients, rate, least, each);
      double upper = sum.epsilon(rounds, delta).epsilon();
      LowerBound lower = new SumLowerBound(clients, rate, least, each).epsilon(rounds, delta);
      String what = "seed " + seed + " trial " + trial + ": " + sum + " x " + rounds;
      assertThat(upper).as(what).isNotNaN().isGreaterThanOrEqualTo(lower.epsilon());
      assertThat(sum.shufflerEpsilon(rounds, delta).epsilon() * 1.002)
          .as(what)
          .isGreaterThanOrEqualTo(upper);
    }
  }

  /** One round attains the profile, so that both bounds meet. */
  @Test
  void epsilon_oneRound_meetsTheLowerBound() {
    SumNoise noise = new SumNoise.Continuous(0.1);
    double upper = new SampledSum(1_000, 0.1, 50, noise).epsilon(1, 1e-4).epsilon();
    double lower = new SumLowerBound(1_000, 0.1, 50, noise).epsilon(1, 1e-4).epsilon();
    assertThat(upper / lower).isBetween(1.0, 1.01);
  }
}
