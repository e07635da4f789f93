package org.shuffledcheckin.accountant.amplification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;

/** Golden values are from 50-digit arithmetic. */
class AmplificationTest {
  @ParameterizedTest
  @CsvSource({
    "10000, 1, 1e-6, 0.21402565193083783, true",
    "100000, 4, 1e-6, 0.53463399165170765, true",
    "60000, 2, 1e-5, 0.21799989915396112, true",
    "1000, 2, 1e-4, 1.0115619211652404, false",
  })
  void formula21_matchesHighPrecision(
      long reports, double epsilon0, double delta, double expected, boolean holds) {
    ClosedFormShuffling shuffling = new ClosedFormShuffling(reports, epsilon0);
    assertThat(shuffling.formula21(delta)).isCloseTo(expected, withPercentage(1e-10));
    assertThat(shuffling.holds21(delta)).isEqualTo(holds);
    assertThat(shuffling.amplified21(delta)).isEqualTo(holds ? shuffling.formula21(delta) : 2);
  }

  @ParameterizedTest
  @CsvSource({"100000, 4, 1e-6, 0.40779258716111255", "10000, 2, 1e-5, 0.37205965039833114"})
  void formula23_matchesHighPrecision(
      long reports, double epsilon0, double delta, double expected) {
    ClosedFormShuffling shuffling = new ClosedFormShuffling(reports, epsilon0);
    assertThat(shuffling.formula23(delta)).isCloseTo(expected, withPercentage(1e-10));
    assertThat(shuffling.holds23(delta)).isTrue();
  }

  @Test
  void delta_amplifiedEpsilon_isBelowThePapers() {
    ClosedFormShuffling shuffling = new ClosedFormShuffling(100_000, 2);
    assertThat(shuffling.delta(shuffling.amplified21(1e-7), 1e-14, 1e-7))
        .isCloseTo(1.02369763031468e-7, withPercentage(1e-9));
    assertThat(shuffling.delta(2, 1e-14, 1e-7))
        .isCloseTo(1.08956723740548e-7, withPercentage(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "50, 1, 0.3, 0.36787944117144233, 0.0096797783601707339",
    "200, 2, 0.5, 0.1353352832366127, 0.0076587191092448375",
    "200, 2, 0.5, 0.23840584404423515, 0.0013544882190074414",
    "120, 4, 2, 0.035972419924183116, 0.097965430350649843",
  })
  void clones_goldenCase_isJustAboveIt(
      long reports, double epsilon0, double epsilon, double probability, double expected) {
    assertThat(new NumericalClones(reports, epsilon0, probability).delta(epsilon))
        .isBetween(expected, expected * (1 + 2e-11));
  }

  @Test
  void clones_oneReport_isTheBareRandomizer() {
    double bare = 1 / (1 + Math.exp(-1)) - Math.exp(0.3) / (1 + Math.exp(1));
    assertThat(proven(1, 1).delta(0.3)).isBetween(bare, bare * (1 + 2e-11));
    assertThat(proven(1000, 1).delta(1)).isZero();
  }

  @Test
  void clones_moreReports_neverHideLess() {
    double last = 1;
    for (long n : new long[] {1, 2, 5, 20, 100, 1_000, 20_000, 400_000}) {
      double delta = proven(n, 1.5).delta(0.1);
      assertThat(delta).isLessThanOrEqualTo(last);
      last = delta;
    }
  }

  /** Where it holds, the closed form is looser than the evaluation it was derived from. */
  @Test
  void closedForm_whereItHolds_isAboveTheClones() {
    ClosedFormShuffling shuffling = new ClosedFormShuffling(10_000, 1);
    assertThat(proven(10_000, 1).delta(shuffling.amplified21(1e-6))).isLessThanOrEqualTo(1e-6);
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 0.01, 1e-6, 152, 6.9802500350526127e-7",
    "60000, 0.001, 1e-8, 109, 8.5061464547505398e-9",
  })
  void checkInCount_matchesHighPrecision(
      long clients, double rate, double beta, long limit, double tail) {
    CheckInCount count = CheckInCount.exceededWithProbability(clients, rate, beta);
    assertThat(count.limit()).isEqualTo(limit);
    assertThat(count.tail()).isCloseTo(tail, withPercentage(1e-9));
  }

  @Test
  void checkInCount_everybodyChecksIn_isNeverExceeded() {
    assertThat(CheckInCount.exceededWithProbability(10, 1, 1e-6))
        .isEqualTo(new CheckInCount(11, 0));
  }

  @Test
  void subsampling_matchesHighPrecision() {
    Subsampling.Approximate result = Subsampling.withoutReplacement(0.01, 2, 1e-5);
    assertThat(result.epsilon()).isCloseTo(0.0619325294163318, withPercentage(1e-10));
    assertThat(result.delta()).isCloseTo(1e-7, withPercentage(1e-10));
    assertThat(Subsampling.withoutReplacement(1, 2, 0.1).epsilon()).isEqualTo(2);
    assertThat(Subsampling.withoutReplacement(0, 2, 0.1).epsilon()).isZero();
  }

  @Test
  void badArguments_areNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClosedFormShuffling(0, 1))
        .withMessageContaining("reports")
        .withMessageContaining("0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClosedFormShuffling(10, 1).holds21(0))
        .withMessageContaining("(0, 1]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NumericalClones(10, Double.NaN, 0.5))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CheckInCount.exceededWithProbability(10, 1.5, 0.1))
        .withMessageContaining("check-in rate");
  }

  @Test
  void checkInProbability_eitherLaw_averagesToTheRate() {
    for (CheckInLaw law : CheckInLaw.values()) {
      double mean = 0;
      for (long k = 0; k <= 100; k++) {
        mean += k * CheckInCount.probability(law, 40, 0.3, k);
      }
      assertThat(mean).isCloseTo(12, withPercentage(1e-10));
    }
  }

  private static NumericalClones proven(long reports, double epsilon0) {
    return new NumericalClones(reports, epsilon0, Math.exp(-epsilon0));
  }
}
