package org.shuffledcheckin.accountant.amplification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.PaperValue;

/** Golden values from 50-digit arithmetic. */
class GaussianMechanismTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 0.12693673750664395", "8, 2, 0.00049540173893874536"})
  void delta_goldenValue_isJustAboveIt(double epsilon, double mu, double expected) {
    assertThat(new GaussianMechanism(mu).delta(epsilon) / expected).isBetween(1.0, 1 + 1e-13);
  }

  @Test
  void epsilon_goldenValue_matches() {
    double epsilon = new GaussianMechanism(2 / 0.86).epsilon(1e-8);
    assertThat(epsilon).isCloseTo(15.248287666891443, within(1e-12));
  }

  @Test
  void noise_goldenValue_matches() {
    assertThat(GaussianMechanism.noise(2, 1e-6, 2)).isCloseTo(4.4609525423728345, within(1e-12));
  }

  @Test
  void delta_extremeInputs_staysInRange() {
    assertThat(new GaussianMechanism(100).delta(3)).isCloseTo(1, within(1e-15));
    assertThat(new GaussianMechanism(1).delta(5000)).isZero();
    assertThat(new GaussianMechanism(1e-9).delta(0)).isBetween(3.98942280e-10, 3.98946e-10);
    assertThat(new GaussianMechanism(1).epsilon(1)).isZero();
    assertThat(new GaussianMechanism(2).epsilon(1e-300)).isBetween(70.0, 80.0);
  }

  @Test
  void epsilon_deltaZero_isRefused() {
    assertThatThrownBy(() -> new GaussianMechanism(1).epsilon(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta must be in (0, 1] but is 0.0");
  }

  @Test
  void classicalEpsilon_largeEpsilon_promisesTooMuch() {
    GaussianMechanism gaussian = new GaussianMechanism(2 / 0.86);
    PaperValue classical = gaussian.classicalEpsilon(1e-8);
    assertThat(classical.epsilon()).isCloseTo(14.2008402829050, within(1e-9));
    assertThat(classical.kind()).isEqualTo(Kind.PAPER);
    assertThat(gaussian.delta(classical.epsilon())).isGreaterThan(1e-8);
  }
}
