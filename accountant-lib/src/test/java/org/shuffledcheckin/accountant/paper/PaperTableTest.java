package org.shuffledcheckin.accountant.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.paper.ShuffledRound.Shuffling;

/** The paper's table: n = 10⁴, 100 rounds, δ = 10⁻⁴, δ0 = δ², printed digits truncated. */
class PaperTableTest {
  private static final double DELTA = 1e-4;
  private static final long ROUNDS = 100;

  private static ShuffledRound round(double epsilon0, double rate) {
    return ShuffledRound.ofTable(10_000, rate, epsilon0, DELTA);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1e-2, 169, 0.096, 0.09623",
    "2, 1e-3, 38, 0.013, 0.01323",
    "8, 1e-2, 169, 9.52, 9.5256",
    "8, 1e-3, 38, 3.86, 3.8693",
  })
  void baseline_matchesPrintedDigits(
      double epsilon0, double rate, long count, String printed, double recomputed) {
    double epsilon =
        Baseline.curve(round(epsilon0, rate), count, 1e-8).times(ROUNDS).epsilon(DELTA).epsilon();
    assertTruncatesTo(epsilon, printed);
    assertThat(epsilon).isCloseTo(recomputed, within(1e-4 * Math.max(0.1, recomputed)));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1e-2, 0.17, 0.17339",
    "2, 1e-3, 0.012, 0.01257",
    "8, 1e-2, 8.57, 8.57362",
    "8, 1e-3, 1.78, 1.7836",
  })
  void approach1_matchesPrintedDigits(
      double epsilon0, double rate, String printed, double recomputed) {
    double epsilon =
        ShufflingConversion.curve(round(epsilon0, rate)).times(ROUNDS).epsilon(DELTA).epsilon();
    assertTruncatesTo(epsilon, printed);
    assertThat(epsilon).isCloseTo(recomputed, within(2e-5 * Math.max(1, recomputed)));
  }

  /** The table prints 0.024 in the second cell: a misprint of 0.0024. */
  @ParameterizedTest
  @CsvSource({
    "2, 1e-2, 0.049, 0.04944",
    "2, 1e-3, 0.0024, 0.00240",
    "8, 1e-2, 8.18, 8.1895",
    "8, 1e-3, 1.58, 1.58334",
  })
  void approach2_matchesPrintedDigits(
      double epsilon0, double rate, String printed, double recomputed) {
    double epsilon =
        SubsampledShufflingConversion.curve(round(epsilon0, rate))
            .times(ROUNDS)
            .epsilon(DELTA)
            .epsilon();
    assertTruncatesTo(epsilon, printed);
    assertThat(epsilon).isCloseTo(recomputed, within(2e-5 * Math.max(1, recomputed)));
  }

  /** Why none of this may gate a budget: some cells lie below what is really lost. */
  @ParameterizedTest
  @CsvSource({"2, 1e-2", "2, 1e-3"})
  void approach2_smallEpsilon0_liesBelowAProvenLowerBound(double epsilon0, double rate) {
    double claimed =
        SubsampledShufflingConversion.curve(round(epsilon0, rate))
            .times(ROUNDS)
            .epsilon(DELTA)
            .epsilon();
    CheckInRound real =
        new CheckInRound(10_000, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
    assertThat(claimed).isLessThan(LowerBounds.epsilon(real, ROUNDS, DELTA).epsilon());
  }

  /** Golden values from 50-digit arithmetic. */
  @Test
  void curves_singleOrders_matchHighPrecision() {
    ShuffledRound eight = new ShuffledRound(10_000, 0.01, 8, 1e-8, 0, Shuffling.IGNORED);
    ShuffledRound two = new ShuffledRound(200, 0.05, 2, 1e-8, 1e-6, Shuffling.IGNORED);
    ShuffledRound rare = new ShuffledRound(10_000, 0.001, 2, 1e-8, 0, Shuffling.IGNORED);
    assertThat(ShufflingConversion.curve(eight).at(2))
        .isCloseTo(0.00749576318103601, withPercentage(1e-8));
    assertThat(ShufflingConversion.curve(two).at(4))
        .isCloseTo(0.000439233084214941, withPercentage(1e-8));
    assertThat(SubsampledShufflingConversion.curve(eight).at(2))
        .isCloseTo(0.00365428831739688, withPercentage(1e-8));
    assertThat(SubsampledShufflingConversion.curve(rare).at(770))
        .isCloseTo(3.70008143917044e-6, withPercentage(1e-8));
  }

  @Test
  void theorem_correctedAndPrinted_matchHighPrecision() {
    Baseline cut =
        Baseline.theorem(
            new ShuffledRound(1_000_000, 0.01, 1, 1e-16, 1e-8, Shuffling.CLOSED_FORM), 10_800);
    assertThat(cut.epsilon()).isCloseTo(0.00282515348019585, withPercentage(1e-9));
    assertThat(cut.epsilonBeforeSubsampling()).isCloseTo(0.232664599507169, withPercentage(1e-9));
    assertThat(cut.deltaOfCount()).isCloseTo(1.08031236449733e-10, withPercentage(1e-9));
    assertThat(cut.beta()).isCloseTo(1.05844566972373e-15, withPercentage(1e-8));
    assertThat(cut.delta()).isCloseTo(1.08032294895403e-10, withPercentage(1e-9));
    assertThat(cut.printedEpsilon()).isCloseTo(0.00386246443875637, withPercentage(1e-9));
    assertThat(cut.printedDeltaOfCount()).isCloseTo(1.08027672387541e-10, withPercentage(1e-9));
  }

  /** For l below 16·e0·log(2/δ1) the closed form is not proven: no amplification by shuffling. */
  @Test
  void theorem_countTooSmall_getsNoShufflingCredit() {
    Baseline cut =
        Baseline.theorem(
            new ShuffledRound(10_000, 0.01, 2, 1e-8, 1e-4, Shuffling.CLOSED_FORM), 169);
    assertThat(cut.epsilonBeforeSubsampling()).isEqualTo(2);
  }

  private static void assertTruncatesTo(double value, String printed) {
    BigDecimal expected = new BigDecimal(printed);
    assertThat(new BigDecimal(value).setScale(expected.scale(), RoundingMode.DOWN))
        .isEqualByComparingTo(expected);
  }
}
