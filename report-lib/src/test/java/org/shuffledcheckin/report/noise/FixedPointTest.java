package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointTest {
  private static final BigDecimal ONE = new BigDecimal(FixedPoint.ONE);

  @Test
  void pi_computed_hasItsKnownDigits() {
    BigDecimal pi = new BigDecimal(FixedPoint.pi()).divide(ONE);

    assertThat(pi.subtract(BigNormal.PI).abs()).isLessThan(new BigDecimal("1e-74"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0x1p-60, 0.001, 0.5, 1, 2.5, 8, 32, -0.001, -1, -8})
  void exp_argument_agreesWithDecimalSeries(double x) {
    BigDecimal expected = BigNormal.exp(new BigDecimal(x));
    BigDecimal actual = new BigDecimal(FixedPoint.exp(FixedPoint.of(x))).divide(ONE);

    BigDecimal relative = actual.subtract(expected).abs().divide(expected, BigNormal.DIGITS);
    assertThat(relative).isLessThan(BigDecimal.valueOf(2).pow(-230, BigNormal.DIGITS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p-10, 0.001, 0.5, 1, 2.5, 8, 32})
  void expRoundedDown_argument_isBelowTheTruth(double x) {
    BigDecimal truth = BigNormal.exp(new BigDecimal(x));
    BigDecimal actual = new BigDecimal(FixedPoint.expRoundedDown(FixedPoint.of(x))).divide(ONE);

    assertThat(actual).isLessThan(truth);
    assertThat(actual).isGreaterThan(truth.multiply(new BigDecimal(1 - 0x1p-50)));
  }

  @Test
  void of_double_isExact() {
    assertThat(FixedPoint.of(0.1))
        .isEqualTo(BigInteger.valueOf(0x1999999999999aL).shiftLeft(256 - 56));
  }

  @Test
  void exp_beyondRange_isRefused() {
    assertThatThrownBy(() -> FixedPoint.exp(FixedPoint.of(129)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 128");
  }
}
