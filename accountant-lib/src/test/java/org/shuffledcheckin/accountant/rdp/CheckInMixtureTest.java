package org.shuffledcheckin.accountant.rdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.LogSpace;

class CheckInMixtureTest {
  /** Moments that grow with k like those of a mechanism on a subset of k. */
  private static CheckInMixture.Moments growing(double slope) {
    return moments(k -> Math.log(k * slope) + k * slope, true);
  }

  /** Moments that explode for few check-ins. */
  private static CheckInMixture.Moments fallingFromOne(double height) {
    return moments(k -> height / k - 5, false);
  }

  private static CheckInMixture.Moments moments(LongToDoubleFunction log, boolean rising) {
    return (from, to) ->
        to == 0 ? Double.NEGATIVE_INFINITY : log.applyAsDouble(rising ? to : Math.max(1, from));
  }

  private static double fullSum(long clients, double rate, CheckInMixture.Moments moments) {
    Binomial checkIns = new Binomial(clients, rate);
    double sum = Double.NEGATIVE_INFINITY;
    for (long k = 1; k <= clients; k++) {
      sum = LogSpace.add(sum, checkIns.logPmf(k) + moments.logExcess(k, k));
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.5",
    "7, 0.3",
    "1000, 0.01",
    "1000, 1",
    "20000, 0.001",
    "20000, 0.5",
    "50000, 0.2"
  })
  void logExcess_growing_equalsTheFullSum(long clients, double rate) {
    for (double slope : new double[] {1e-4, 1e-2, 0.2}) {
      double full = fullSum(clients, rate, growing(slope));
      assertThat(CheckInMixture.logExcess(clients, rate, growing(slope)))
          .isCloseTo(full, withPercentage(1e-8));
      assertThat(CheckInMixture.logExcessOfSmooth(clients, rate, growing(slope)))
          .isCloseTo(full, withPercentage(1e-7));
    }
  }

  /** With 50 check-ins expected, a single one has probability 1e-21 and still decides the sum. */
  @Test
  void logExcess_momentExplodesFarFromTheMean_findsIt() {
    CheckInMixture.Moments moments = fallingFromOne(100);
    double full = fullSum(1000, 0.05, moments);
    double alone = new Binomial(1000, 0.05).logPmf(1) + moments.logExcess(1, 1);
    assertThat(alone).isCloseTo(full, withPercentage(1));
    assertThat(CheckInMixture.logExcess(1000, 0.05, moments)).isCloseTo(full, withPercentage(1e-8));
  }

  @Test
  void logExcess_neverBelowTheFullSum() {
    double full = fullSum(3000, 0.1, growing(0.01));
    assertThat(CheckInMixture.logExcess(3000, 0.1, growing(0.01)))
        .isGreaterThanOrEqualTo(full - 1e-12 * Math.abs(full));
  }

  @Test
  void logExcess_nobodyChecksIn_isNothing() {
    assertThat(CheckInMixture.logExcess(100, 0, growing(1))).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(CheckInMixture.divergence(Double.NEGATIVE_INFINITY, 2)).isZero();
  }

  /** A step in the moments, as where a closed form starts to hold, must not be jumped over. */
  @Test
  void logExcessOfSmooth_step_fallsBackToEveryTerm() {
    CheckInMixture.Moments step = moments(k -> k < 10_050 ? 1 : 1.5, true);
    assertThat(CheckInMixture.logExcessOfSmooth(20_000, 0.5, step))
        .isCloseTo(fullSum(20_000, 0.5, step), withPercentage(1e-6));
  }
}
