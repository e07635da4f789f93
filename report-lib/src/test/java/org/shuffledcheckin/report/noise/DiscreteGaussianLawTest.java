package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;

class DiscreteGaussianLawTest {
  private static final BigDecimal ONE = new BigDecimal(FixedPoint.ONE);

  /** The reference case dgauss_cdt: floor(2^127 Pr(|Z| ≤ j)) for s = 16. */
  @ParameterizedTest
  @CsvSource({
    "0, 33108a67a86ca11a1f9678a017571c5",
    "1, 98fe9b6e93cb010b826c21c3f22fec0",
    "16, 594cc33a424d4124fccf7f2b821922c2",
    "64, 7ffe2fe3a4194baa29e1754f4cb21444"
  })
  void magnitudes_summedUpToAPlace_areTheReferenceTable(int place, String table) {
    BigInteger[] mass = new DiscreteGaussianLaw(16).magnitudes(32767);
    BigInteger below = BigInteger.ZERO;
    for (int m = 0; m <= place; m++) {
      below = below.add(mass[m]);
    }

    assertThat(below.shiftRight(FixedPoint.BITS - 127)).isEqualTo(new BigInteger(table, 16));
  }

  @ParameterizedTest
  @CsvSource({
    "4, 0",
    "4, 1",
    "4, 4",
    "4, 60",
    "16.3, 0",
    "16.3, 17",
    "16.3, 200",
    "276.0704, 0",
    "276.0704, 277",
    "276.0704, 4000",
    "2048, 0",
    "2048, 1",
    "2048, 2048",
    "2048, 32767"
  })
  void magnitudes_place_agreesWithPoissonSummation(double s, int m) {
    // The weights sum to s√2π up to 2e^(-2π²s²), which is below 10^-136 for every s here.
    BigDecimal exact = new BigDecimal(s);
    BigDecimal variance = exact.multiply(exact);
    BigDecimal weight =
        BigNormal.exp(
            BigDecimal.valueOf(-(long) m * m)
                .divide(variance.multiply(BigDecimal.valueOf(2)), BigNormal.DIGITS));
    BigDecimal total =
        variance.multiply(BigNormal.PI).multiply(BigDecimal.valueOf(2)).sqrt(BigNormal.DIGITS);
    BigDecimal expected =
        weight.multiply(BigDecimal.valueOf(m == 0 ? 1 : 2)).divide(total, BigNormal.DIGITS);

    BigInteger mass = new DiscreteGaussianLaw(s).magnitudes(32767)[m];

    assertThat(new BigDecimal(mass).divide(ONE).subtract(expected).abs())
        .isLessThan(BigDecimal.valueOf(2).pow(-190, BigNormal.DIGITS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 16, 276.0704, 819, 2048})
  void table_readBack_isWithinItsStatedDeviation(double s) {
    BigInteger[] law = new DiscreteGaussianLaw(s).magnitudes(32767);
    BigInteger[] drawn = DiscreteGaussian.of(s).table().drawnWeights();

    BigInteger moved = BigInteger.ZERO;
    for (int m = 0; m < law.length; m++) {
      BigInteger weight = drawn[m].shiftLeft(FixedPoint.BITS - AliasTable.WEIGHT_BITS);
      moved = moved.add(weight.subtract(law[m]).abs());
    }
    BigDecimal variation = new BigDecimal(moved).divide(ONE).divide(BigDecimal.valueOf(2));
    // The law itself leaves out what lies beyond sixteen deviations, and is computed to 2^-200.
    BigDecimal beyond = BigDecimal.valueOf(2).pow(-187, BigNormal.DIGITS);
    assertThat(variation.add(beyond)).isLessThan(new BigDecimal(DiscreteGaussian.DEVIATION));
  }

  /** What accountants charge for every Gaussian report is no less than these are off by. */
  @Test
  void deviation_largestReport_isWithinWhatAccountantsChargeFor() {
    double asRounded = SumLaw.tau(DiscreteGaussian.MIN_DEVIATION, 1, 2.5);

    assertThat(GaussianSumSpec.MAX_DIMENSION * (DiscreteGaussian.DEVIATION + asRounded))
        .isLessThanOrEqualTo(LocalGuarantee.Gaussian.DEVIATION);
  }

  @ParameterizedTest
  @ValueSource(doubles = {3.99, 2048.1, -16, Double.NaN, Double.POSITIVE_INFINITY})
  void constructor_deviationOutOfRange_isRefused(double s) {
    assertThatThrownBy(() -> new DiscreteGaussianLaw(s))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[4.0, 2048.0]");
  }
}
