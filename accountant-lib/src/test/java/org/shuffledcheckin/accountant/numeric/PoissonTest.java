package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 60-digit arithmetic. */
class PoissonTest {
  @ParameterizedTest
  @CsvSource({
    "0.05, 17, 2.04036015782123548e-37, 2.04604277721599387e-37",
    "60, 150, 8.09329242350856879e-23, 1.33920692461905598e-22",
    "0.3, 0, 0.740818220681717874, 1",
    "3000, 3000, 0.00728345388297452668, 0.502427889894054332"
  })
  void pmfAndSurvival_bulkAndTail_matchGolden(double mean, long k, double pmf, double survival) {
    Poisson poisson = new Poisson(mean);
    assertThat(poisson.pmf(k) / pmf).isCloseTo(1, within(1e-13));
    assertThat(poisson.survival(k) / survival).isCloseTo(1, within(1e-13));
  }

  @Test
  void quantiles_deepTail_bracketTheTail() {
    Poisson poisson = new Poisson(60);
    long high = poisson.upperQuantile(1e-25);
    assertThat(poisson.survival(high)).isLessThanOrEqualTo(1e-25);
    assertThat(poisson.survival(high - 1)).isGreaterThan(1e-25);
    long low = poisson.lowerQuantile(1e-20);
    assertThat(poisson.cdf(low)).isLessThanOrEqualTo(1e-20);
    assertThat(poisson.cdf(low + 1)).isGreaterThan(1e-20);
    assertThat(poisson.cdf(-1)).isZero();
  }

  @Test
  void pmf_meanZero_isAllAtZero() {
    assertThat(new Poisson(0).pmf(0)).isOne();
    assertThat(new Poisson(0).survival(1)).isZero();
  }

  @Test
  void constructor_negativeMean_namesTheValue() {
    assertThatThrownBy(() -> new Poisson(-0.1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-0.1");
  }
}
