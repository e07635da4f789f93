package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;

/** The tables of the privacy analysis, n = 60 000 and delta = 1/n unless stated. */
class PublishedTableTest {
  private static final double DELTA = 1 / 60_000.0;

  @ParameterizedTest
  @CsvSource({"2, 0.01, 0.07354", "2, 0.001, 0.01911", "8, 0.01, 2.7630", "8, 0.001, 0.92404"})
  void epsilon_paperTable_matches(double epsilon0, double rate, double expected) {
    double epsilon = epsilon(Rounds.pure(10_000, rate, epsilon0), 100, 1e-4);
    assertThat(epsilon).isCloseTo(expected, within(expected * 5e-4));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1000, 0.0336", "2, 10000, 0.1206", "2, 100000, 0.4264",
    "4, 1000, 0.1246", "4, 10000, 0.4406", "4, 100000, 1.5675",
    "8, 1000, 1.1542", "8, 10000, 4.187", "8, 100000, 17.13"
  })
  void epsilon_pureRandomiser_matches(double epsilon0, long rounds, double expected) {
    double epsilon = epsilon(Rounds.pure(60_000, 0.001, epsilon0), rounds, DELTA);
    assertThat(epsilon).isCloseTo(expected, within(expected * 3e-3));
  }

  @ParameterizedTest
  @CsvSource({
    "0.001, 100000, 0.86, 32.35, subsampled-gaussian-pld",
    "0.001, 100000, 2, 2.124, subsampled-gaussian-pld",
    "0.001, 100000, 4, 0.700, subsampled-gaussian-pld",
    "0.001, 100000, 8, 0.287, subsampled-gaussian-pld",
    "0.05, 60, 0.86, 21.85, subsampled-gaussian-pld"
  })
  void epsilon_gaussianBernoulli_matches(
      double rate, long rounds, double noise, double expected, String method) {
    UpperBound bound =
        SoundAccountant.create()
            .compose(Rounds.gaussian(60_000, rate, noise), rounds)
            .epsilon(DELTA);
    assertThat(bound.epsilon()).isCloseTo(expected, within(expected * 2e-3));
    assertThat(bound.method()).isEqualTo(method);
  }

  /** Published with a coarse delta0 and one slack for the run; what is used may only be smaller. */
  @ParameterizedTest
  @CsvSource({
    "0.05, 60, 2, 0.7288",
    "0.05, 60, 4, 0.13563",
    "0.01, 1000, 4, 0.27736",
    "0.01, 1000, 2, 1.55"
  })
  void epsilon_gaussianThroughClones_isNoLarger(
      double rate, long rounds, double noise, double published) {
    UpperBound bound =
        SoundAccountant.create()
            .compose(Rounds.gaussian(60_000, rate, noise), rounds)
            .epsilon(DELTA);
    assertThat(bound.epsilon()).isBetween(published * 0.85, published);
    assertThat(bound.method()).isEqualTo("gaussian-clones23-pld");
  }

  /** With one slack for the whole run, of e to the run's epsilon, no delta0 was good here. */
  @Test
  void epsilon_gaussianThroughClones_growsSteadilyOverManyRounds() {
    double before = 0;
    for (long rounds : new long[] {100, 200, 300, 500, 1000}) {
      UpperBound bound =
          SoundAccountant.create().compose(Rounds.gaussian(10_000, 1, 4), rounds).epsilon(1e-4);
      assertThat(bound.method()).isEqualTo("gaussian-clones23-pld");
      assertThat(bound.epsilon()).isBetween(before, before == 0 ? 2.3 : 2.2 * before);
      before = bound.epsilon();
    }
    assertThat(before).isLessThan(10);
  }

  @ParameterizedTest
  @CsvSource({
    "0.001, 100000, 0.86, 4.2555",
    "0.001, 100000, 2, 0.22074",
    "0.001, 100000, 4, 0.0732",
    "0.001, 100000, 8, 0.0296",
    "0.05, 60, 0.86, 1.6275",
    "0.05, 60, 1, 0.41670",
    "0.05, 60, 2, 0.03173",
    "0.05, 200, 1, 0.6585",
    "0.05, 200, 0.86, 2.2157"
  })
  void epsilon_gaussianPoisson_matches(double rate, long rounds, double noise, double expected) {
    double epsilon =
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
            .compose(Rounds.poisson(60_000, rate, noise), rounds)
            .epsilon(DELTA)
            .epsilon();
    assertThat(epsilon).isCloseTo(expected, within(Math.max(6e-5, expected * 5e-4)));
  }

  @Test
  void epsilon_purePoisson_isThatOfTheCoin() {
    double poisson = epsilon(Rounds.purePoisson(60_000, 0.001, 4), 100_000, DELTA);
    double bernoulli = epsilon(Rounds.pure(60_000, 0.001, 4), 100_000, DELTA);
    assertThat(poisson).isCloseTo(bernoulli, within(0.01 * bernoulli));
  }

  private static double epsilon(CheckInRound round, long rounds, double delta) {
    return SoundAccountant.create().compose(round, rounds).epsilon(delta).epsilon();
  }
}
