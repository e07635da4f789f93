package org.shuffledcheckin.accountant.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.rdp.PureDp;

class ConversionLemmaTest {
  /** Golden values from 50-digit arithmetic. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 1e-5, 6.8729311225140489e-5, 2.581958293611764e-5",
    "32, 0.5, 1e-6, 0.19795479495848761, 3.2000028358611926e-5",
    "10, 1.622, 1e-4, 0.95985166867425238, 0.0010000013015449926",
    "3.5, 0.05, 1e-8, 3.7730760333265419e-9, 2.2505522527505369e-7",
    "200, 2.5, 1e-9, 2.4275002379521957, 2.0e-7",
    "2, 2e-5, 1e-12, 8.0000804005333357e-17, 5.0001495001667167e-8",
    "770, 6e-4, 1e-9, 1.2576581733005001e-9, 2.1838891653418205e-6",
    "3000, 8, 1e-3, 8.0010005003335835, 1",
    "3000, 8, 3e-4, 8.0002982570187242, 0.9",
    "1.01, 0, 1e-6, 2.0200000000004262e-12, 0.50000067",
    "450, 8, 1e-7, 7.9799332739348195, 4.5e-5",
    "5, 0.3, 0.15, 0.45161275329258773, 0.76035169042207914",
  })
  void minimum_matchesHighPrecision(
      double order, double epsilon, double delta, double value, double argument) {
    ConversionLemma.Minimum minimum = ConversionLemma.minimum(order, epsilon, delta);
    assertThat(minimum.value()).isCloseTo(value, withPercentage(1e-9));
    assertThat(minimum.argument()).isCloseTo(argument, withPercentage(1e-8));
  }

  /** First counterexample: every pure-DP mechanism would have no divergence at all. */
  @Test
  void value_pureDp_isZeroAlthoughRandomizedResponseDiverges() {
    assertThat(ConversionLemma.value(2, 1, 0)).isZero();
    assertThat(PureDp.divergence(2, 1)).isCloseTo(0.735325664055519, within(1e-15));
  }

  /**
   * Second counterexample: publishing the record with probability δ is (0, δ)-DP, and its
   * divergence is infinite at every order because the record's own value never appears for its
   * neighbour.
   */
  @ParameterizedTest
  @CsvSource({"2, 1e-5", "10, 1e-3", "1.5, 0.1"})
  void value_publishWithProbabilityDelta_isFiniteAlthoughDivergenceIsInfinite(
      double order, double delta) {
    assertThat(ConversionLemma.value(order, 0, delta)).isFinite();
    assertThat(divergenceOfPublishing(order, delta)).isInfinite();
    assertThat(hockeyStickOfPublishing(delta)).isEqualTo(delta);
  }

  /** Outcomes: the record, the neighbour's record, silence. */
  private static double divergenceOfPublishing(double order, double delta) {
    double[] p = {delta, 0, 1 - delta};
    double[] q = {0, delta, 1 - delta};
    double moment = 0;
    for (int i = 0; i < 3; i++) {
      moment += p[i] == 0 ? 0 : Math.pow(p[i], order) * Math.pow(q[i], 1 - order);
    }
    return Math.log(moment) / (order - 1);
  }

  private static double hockeyStickOfPublishing(double delta) {
    return Math.max(0, delta - 0) + Math.max(0, 0 - delta) + 0;
  }

  /** The value is a minimum over pairs, so no pair with that hockey stick lies below it. */
  @ParameterizedTest
  @CsvSource({"2, 0.5", "8, 1.5", "3.5, 2"})
  void value_randomizedResponse_isNeverAboveItsDivergence(double order, double epsilon0) {
    double likely = 1 / (1 + Math.exp(-epsilon0));
    for (int i = 0; i < 7; i++) {
      double epsilon = i * epsilon0 / 7;
      double delta = likely - Math.exp(epsilon) * (1 - likely);
      assertThat(ConversionLemma.value(order, epsilon, delta))
          .isLessThanOrEqualTo(PureDp.divergence(order, epsilon0) * (1 + 1e-12));
    }
  }

  @Test
  void value_deltaOne_isInfinite() {
    assertThat(ConversionLemma.value(2, 1, 1)).isInfinite();
  }

  @Test
  void value_badArguments_areNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversionLemma.value(1, 1, 0.1))
        .withMessageContaining("order")
        .withMessageContaining("1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversionLemma.value(2, Double.NaN, 0.1))
        .withMessageContaining("epsilon");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversionLemma.value(2, 1, -0.1))
        .withMessageContaining("delta");
  }
}
