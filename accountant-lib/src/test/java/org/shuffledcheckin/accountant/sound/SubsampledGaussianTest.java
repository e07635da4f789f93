package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

class SubsampledGaussianTest {
  /** Golden values are from 50-digit arithmetic. */
  @Test
  void delta_goldenCases_isJustAboveThem() {
    assertThat(new SubsampledGaussian(1000, 0.01, 2).delta(0.05).delta() / 0.00370954915789616)
        .isBetween(1.0, 1 + 2e-11);
    assertThat(
            new SubsampledGaussian(60_000, 0.001, 2.32558139534883).delta(0.01).delta()
                / 0.000397516215041345)
        .isBetween(1.0, 1 + 2e-11);
  }

  @Test
  void delta_nobodyOrEverybodyChecksIn_isNothingOrTheMechanism() {
    assertThat(new SubsampledGaussian(1000, 0, 2).delta(0.05).delta()).isZero();
    assertThat(new SubsampledGaussian(1000, 1, 2).delta(0.5).delta())
        .isCloseTo(new GaussianMechanism(2).delta(0.5), withPercentage(2e-9));
  }

  /** Independently converged values at n = 60000, δ = 1/n, to the digits they are known. */
  @ParameterizedTest
  @CsvSource({
    "0.001, 100000, 2, 2.124",
    "0.05, 60, 4, 0.885",
    "0.01, 1000, 2, 2.128",
    "0.01, 1000, 4, 0.693",
  })
  void epsilon_manyRounds_matchesConvergedValues(
      double rate, long rounds, double sigma, double expected) {
    assertThat(new SubsampledGaussian(60_000, rate, 2 / sigma).epsilon(rounds, 1.0 / 60_000))
        .satisfies(
            bound -> {
              assertThat(bound.epsilon()).isCloseTo(expected, withPercentage(0.1));
              assertThat(bound.kind()).isEqualTo(Kind.UPPER_BOUND);
            });
  }

  @Test
  void epsilon_extremes_staySane() {
    assertThat(new SubsampledGaussian(100, 0, 1).epsilon(10, 1e-5).epsilon()).isZero();
    assertThat(new SubsampledGaussian(100, 0.1, 1).epsilon(0, 1e-5).epsilon()).isZero();
    assertThat(new SubsampledGaussian(60_000, 0.001, 200).epsilon(10, 1e-5).epsilon())
        .isGreaterThan(1000);
  }
}
