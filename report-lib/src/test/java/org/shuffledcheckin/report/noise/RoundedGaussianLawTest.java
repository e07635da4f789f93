package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.randomizer.HonestNorm;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class RoundedGaussianLawTest {
  private static final BigDecimal ONE = new BigDecimal(FixedPoint.ONE);
  private static final BigDecimal HALF = new BigDecimal("0.5");

  @ParameterizedTest
  @CsvSource({
    "0.5, 16, 0", "0.5, 16, 1", "0.5, 16, 48", "0.5, 16, 80",
    "0.86, 4086, 0", "0.86, 4086, 1", "0.86, 4086, 3514", "0.86, 4086, 21084",
    "0.86, 4086, 28111", "0.86, 4086, 32766", "1, 3640, 29120", "17.3, 256, 32000"
  })
  void magnitudes_place_agreesWithDecimalIntegral(double multiplier, int steps, int m) {
    BigDecimal s = new BigDecimal(multiplier).multiply(BigDecimal.valueOf(steps));
    BigDecimal low = BigDecimal.valueOf(m).subtract(HALF).divide(s, BigNormal.DIGITS);
    BigDecimal high = BigDecimal.valueOf(m).add(HALF).divide(s, BigNormal.DIGITS);
    BigDecimal oneSide = BigNormal.probability(low, high);
    BigDecimal expected = m == 0 ? oneSide : oneSide.multiply(BigDecimal.valueOf(2));

    BigInteger mass = new RoundedGaussianLaw(multiplier, steps).magnitudes(32767)[m];

    BigDecimal actual = new BigDecimal(mass).divide(ONE);
    // Pi in the reference has 100 digits, the fixed point 77.
    assertThat(actual.subtract(expected).abs()).isLessThan(new BigDecimal("1e-66"));
  }

  @ParameterizedTest
  @CsvSource({"0.86, 4086", "1, 3640", "2.65, 1594", "256, 18"})
  void magnitudes_limit_takesTheWholeTail(double multiplier, int steps) {
    BigDecimal s = new BigDecimal(multiplier).multiply(BigDecimal.valueOf(steps));
    BigDecimal from = new BigDecimal("32766.5").divide(s, BigNormal.DIGITS);
    BigDecimal inside =
        BigNormal.probability(BigDecimal.ZERO, from).multiply(BigDecimal.valueOf(2));

    BigInteger tail = new RoundedGaussianLaw(multiplier, steps).magnitudes(32767)[32767];

    BigDecimal expected = BigDecimal.ONE.subtract(inside);
    assertThat(expected).isPositive();
    assertThat(new BigDecimal(tail).divide(ONE).subtract(expected).abs())
        .isLessThan(new BigDecimal("1e-60"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.86, 1, 2.65, 7})
  void table_readBack_isWithinItsStatedDeviation(double multiplier) {
    BigInteger[] law = new RoundedGaussianLaw(multiplier, 4096).magnitudes(32767);

    BigInteger[] drawn = RoundedGaussian.of(multiplier, 4096).table().drawnWeights();

    BigInteger moved = BigInteger.ZERO;
    for (int m = 0; m < law.length; m++) {
      BigInteger weight = drawn[m].shiftLeft(FixedPoint.BITS - AliasTable.WEIGHT_BITS);
      moved = moved.add(weight.subtract(law[m]).abs());
    }
    BigDecimal variation = new BigDecimal(moved).divide(ONE).divide(BigDecimal.valueOf(2));
    assertThat(variation).isLessThan(new BigDecimal(RoundedGaussian.DEVIATION));
  }

  @Test
  void table_eightDeviationsOut_hasWeightsExactToTwentyNineDigits() {
    BigInteger[] law = new RoundedGaussianLaw(0.86, 4086).magnitudes(32767);
    BigInteger[] drawn = RoundedGaussian.of(0.86, 4086).table().drawnWeights();

    int eightDeviations = (int) (8 * 0.86 * 4086);
    for (int m = 1; m <= eightDeviations; m++) {
      BigDecimal ideal = new BigDecimal(law[m]).divide(ONE);
      BigDecimal actual =
          new BigDecimal(drawn[m]).divide(BigDecimal.valueOf(2).pow(AliasTable.WEIGHT_BITS));
      assertThat(actual.subtract(ideal).abs().divide(ideal, BigNormal.DIGITS).doubleValue())
          .as("relative error at %d", m)
          .isLessThan(1e-29);
    }
  }

  /** What bounds charge for a report, and for a draw, is no less than these are off by. */
  @Test
  void deviation_largestReport_isWithinWhatAccountantsChargeFor() {
    assertThat(RandomizerSpec.MAX_DIMENSION * RoundedGaussian.DEVIATION)
        .isLessThanOrEqualTo(LocalGuarantee.Gaussian.DEVIATION);
    assertThat(PoissonDraw.DEVIATION).isLessThanOrEqualTo(CheckInLaw.POISSON_DEVIATION);
    assertThat(HonestNorm.FALSE_REJECTION).isLessThanOrEqualTo(LocalGuarantee.Gaussian.REFUSED);
  }

  @Test
  void constructor_deviationTooSmall_isRefused() {
    assertThatThrownBy(() -> new RoundedGaussianLaw(0.4, 16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[8, 2^20]");
  }
}
