package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 60-digit arithmetic. */
class LogGammaTest {
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.572364942924700087",
    "1e-3, 6.90717888538385366",
    "3.7, 1.42807232666538813",
    "15.99, 27.8718644759400128",
    "1e6, 12815504.5691476117",
    "170.25, 702.720661677680465"
  })
  void logGamma_realArguments_matchesGolden(double x, double expected) {
    assertThat(LogGamma.logGamma(x) / expected).isCloseTo(1, within(5e-15));
  }

  @ParameterizedTest
  @CsvSource({
    "5, 4.78749174278204599",
    "18, 36.3954452080330536",
    "19, 39.339884187199494",
    "170, 706.573062245787347",
    "1000000000, 19723265848.2269826"
  })
  void logFactorial_integers_matchesGolden(long n, double expected) {
    assertThat(LogGamma.logFactorial(n) / expected).isCloseTo(1, within(1e-15));
  }

  @Test
  void logChoose_smallCase_isExact() {
    assertThat(LogGamma.logChoose(10, 3)).isCloseTo(Math.log(120), within(1e-14));
    assertThat(LogGamma.logChoose(10, 0)).isZero();
  }
}
