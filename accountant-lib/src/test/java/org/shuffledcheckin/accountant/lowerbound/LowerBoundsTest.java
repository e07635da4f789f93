package org.shuffledcheckin.accountant.lowerbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

class LowerBoundsTest {
  private static CheckInRound pure(long clients, double rate, CheckInLaw law, double epsilon0) {
    return new CheckInRound(clients, rate, law, new LocalGuarantee.PureLdp(epsilon0));
  }

  private static CheckInRound gaussian(long clients, double rate, CheckInLaw law, double sigma) {
    return new CheckInRound(clients, rate, law, new LocalGuarantee.Gaussian(sigma));
  }

  /** Values of the exact pair at n = 10⁴, 100 rounds, δ = 10⁻⁴; a bound may lie 1 % below. */
  @ParameterizedTest
  @CsvSource({"2, 1e-2, 0.06891", "2, 1e-3, 0.01785", "8, 1e-2, 2.7617", "8, 1e-3, 0.9238"})
  void epsilon_randomizedResponse_isJustBelowTheExactValue(
      double epsilon0, double rate, double exact) {
    assertThat(epsilon(pure(10_000, rate, CheckInLaw.BERNOULLI, epsilon0), 100, 1e-4))
        .isBetween(0.99 * exact, exact * 1.0001);
  }

  /** One client, one round: 3-ary randomised response alone, δ(ε) = (e0 − e^ε)/(e0 + 2). */
  @Test
  void epsilon_oneClientOneRound_isTheBareRandomizer() {
    double delta = 1e-3;
    double exact = Math.log(Math.E - delta * (Math.E + 2));
    assertThat(epsilon(pure(1, 1, CheckInLaw.BERNOULLI, 1), 1, delta))
        .isBetween(exact - 2e-3, exact);
  }

  @ParameterizedTest
  @CsvSource({"1e-9", "1e-30", "1e-100"})
  void epsilon_smallerDelta_neverShrinks(double delta) {
    CheckInRound round = pure(10_000, 0.01, CheckInLaw.BERNOULLI, 2);
    assertThat(epsilon(round, 100, delta)).isGreaterThan(epsilon(round, 100, delta * 1e4));
  }

  @Test
  void epsilon_moreRounds_neverShrinks() {
    for (CheckInRound round :
        new CheckInRound[] {
          pure(60_000, 1e-3, CheckInLaw.BERNOULLI, 4),
          pure(60_000, 1e-3, CheckInLaw.POISSON, 4),
          gaussian(60_000, 1e-3, CheckInLaw.POISSON, 1),
          gaussian(60_000, 1e-3, CheckInLaw.BERNOULLI, 1)
        }) {
      double few = epsilon(round, 1_000, 1e-5);
      double many = epsilon(round, 20_000, 1e-5);
      assertThat(few).isPositive();
      assertThat(many).isGreaterThan(few);
    }
  }

  @Test
  void epsilon_nothingHappens_isZero() {
    assertThat(epsilon(pure(100, 0, CheckInLaw.BERNOULLI, 2), 10, 1e-5)).isZero();
    assertThat(epsilon(pure(100, 0.1, CheckInLaw.POISSON, 2), 0, 1e-5)).isZero();
    assertThat(epsilon(gaussian(100, 0, CheckInLaw.POISSON, 2), 10, 1e-5)).isZero();
  }

  @Test
  void epsilon_extremes_areFinite() {
    assertThat(epsilon(pure(60_000, 1e-3, CheckInLaw.BERNOULLI, 2), 1_000_000_000, 1e-6))
        .isBetween(10.0, 1e4);
    assertThat(epsilon(pure(10_000, 1e-2, CheckInLaw.BERNOULLI, 20), 100, 1e-5)).isPositive();
    assertThat(epsilon(pure(1_000_000_000, 1e-2, CheckInLaw.BERNOULLI, 1), 100, 1e-9))
        .isGreaterThanOrEqualTo(0);
  }

  /** Where all positive losses are smaller than a cell of the grid on which the tilt is chosen. */
  @Test
  void epsilon_tinyGainsBesideLargeLosses_isANumber() {
    CheckInRound round = gaussian(2239, 1.0380854592753207e-4, CheckInLaw.POISSON, 1.17368415);
    assertThat(epsilon(round, 32, 6.925470673395602e-10)).isBetween(2.0, 10.0);
    CheckInRound littleNoise = gaussian(42, 0.00354705050075, CheckInLaw.POISSON, 0.1076090359309);
    assertThat(epsilon(littleNoise, 304, 6.719075457735073e-5)).isBetween(1000.0, 1300.0);
  }

  @Test
  void epsilon_badArguments_areNamed() {
    CheckInRound round = pure(10, 0.5, CheckInLaw.BERNOULLI, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LowerBounds.epsilon(round, -1, 1e-5))
        .withMessageContaining("rounds");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LowerBounds.epsilon(round, 1, 0))
        .withMessageContaining("(0, 1)");
  }

  private static double epsilon(CheckInRound round, long rounds, double delta) {
    return LowerBounds.epsilon(round, rounds, delta).epsilon();
  }
}
