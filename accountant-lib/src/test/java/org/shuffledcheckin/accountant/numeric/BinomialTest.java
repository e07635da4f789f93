package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 60-digit arithmetic. */
class BinomialTest {
  @ParameterizedTest
  @CsvSource({
    "60000, 0.001, 60, 0.0514574800942916341",
    "60000, 0.001, 200, 4.03047689509042757e-46",
    "1000000000, 0.5, 500100000, 5.20056314695704709e-14",
    "1000000000, 0.01, 10000000, 0.000126792178820322151",
    "5, 0.3, 2, 0.308699999999999992",
    "1000000, 1e-7, 3, 0.000150805828408634201"
  })
  void pmf_smallAndLarge_matchesGolden(long n, double p, long k, double expected) {
    assertThat(new Binomial(n, p).pmf(k) / expected).isCloseTo(1, within(1e-13));
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 0.01, 152, 6.98025003505262064e-7",
    "60000, 0.001, 109, 8.50614645475054873e-9",
    "60000, 0.001, 160, 8.68072579046923244e-27",
    "100, 0.3, 99, 1.20770132358200881e-50"
  })
  void survival_deepTail_matchesGolden(long n, double p, long k, double expected) {
    Binomial binomial = new Binomial(n, p);
    assertThat(binomial.survival(k) / expected).isCloseTo(1, within(1e-13));
    assertThat(new Binomial(n, 1 - p).cdf(n - k) / expected).isCloseTo(1, within(1e-11));
    assertThat(binomial.upperQuantile(expected * 1.0000001)).isEqualTo(k);
    assertThat(binomial.upperQuantile(expected * 0.9999999)).isEqualTo(k + 1);
  }

  @Test
  void pmf_everyOutcome_sumsToOne() {
    Binomial binomial = new Binomial(1000, 0.37);
    double sum = 0;
    for (long k = 0; k <= 1000; k++) {
      sum += binomial.pmf(k);
      assertThat(binomial.cdf(k) + binomial.survival(k + 1)).isCloseTo(1, within(1e-13));
    }
    assertThat(sum).isCloseTo(1, within(1e-13));
  }

  @Test
  void lowerQuantile_deepTail_isTheLargestBelow() {
    Binomial binomial = new Binomial(10_000, 0.05);
    long k = binomial.lowerQuantile(1e-20);
    assertThat(binomial.cdf(k)).isLessThanOrEqualTo(1e-20);
    assertThat(binomial.cdf(k + 1)).isGreaterThan(1e-20);
    assertThat(new Binomial(10, 0.1).lowerQuantile(1e-20)).isEqualTo(-1);
  }

  @Test
  void pmf_certainOutcomes_areExact() {
    assertThat(new Binomial(7, 0).pmf(0)).isOne();
    assertThat(new Binomial(7, 1).pmf(7)).isOne();
    assertThat(new Binomial(7, 1).survival(7)).isOne();
    assertThat(new Binomial(7, 1).cdf(6)).isZero();
    assertThat(new Binomial(0, 0.5).pmf(0)).isOne();
    assertThat(new Binomial(7, 0.5).pmf(8)).isZero();
    assertThat(new Binomial(7, 0).upperQuantile(1e-9)).isOne();
  }

  @Test
  void constructor_badParameters_namesTheValue() {
    assertThatThrownBy(() -> new Binomial(-1, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("trials must be at least 0 but is -1");
    assertThatThrownBy(() -> new Binomial(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
  }
}
