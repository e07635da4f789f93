package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 60-digit arithmetic. */
class SaddlePointTest {
  @ParameterizedTest
  @CsvSource({
    "5, 4.78749174278204599",
    "15, 27.8992713838408916",
    "18, 36.3954452080330536",
    "19, 39.339884187199494",
    "170, 706.573062245787347",
    "1000000000, 19723265848.2269826"
  })
  void stirlingError_integers_completesTheLogarithmOfTheFactorial(long n, double expected) {
    double stirling = (n + 0.5) * Math.log((double) n) - n + 0.5 * SaddlePoint.LOG_TWO_PI;
    assertThat((stirling + SaddlePoint.stirlingError(n)) / expected).isCloseTo(1, within(1e-15));
  }
}
