package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 50-digit arithmetic. */
class GaussianProfileTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 0.12693673750664395", "8, 2, 0.00049540173893874536"})
  void delta_goldenValues_match(double epsilon, double mu, double expected) {
    assertThat(new GaussianProfile(mu).delta(epsilon) / expected).isCloseTo(1, within(1e-14));
  }

  @Test
  void epsilon_goldenValue_matches() {
    double epsilon = new GaussianProfile(2 / 0.86).epsilon(1e-8);
    assertThat(epsilon).isCloseTo(15.248287666891443, within(1e-12));
  }

  @Test
  void noise_goldenValue_matches() {
    assertThat(GaussianProfile.noise(2, 1e-6, 2)).isCloseTo(4.4609525423728345, within(1e-12));
  }

  @Test
  void delta_extremeInputs_staysInRange() {
    assertThat(new GaussianProfile(100).delta(3)).isCloseTo(1, within(1e-15));
    assertThat(new GaussianProfile(1).delta(5000)).isZero();
    assertThat(new GaussianProfile(1e-9).delta(0)).isCloseTo(3.98942280e-10, within(1e-16));
    assertThat(new GaussianProfile(1).epsilon(1)).isZero();
    assertThat(new GaussianProfile(2).epsilon(1e-300)).isBetween(70.0, 80.0);
  }

  @Test
  void epsilon_deltaZero_isRefused() {
    assertThatThrownBy(() -> new GaussianProfile(1).epsilon(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta must be in (0, 1] but is 0.0");
  }
}
