package org.shuffledcheckin.accountant.rdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

/** Golden values are from 50-digit arithmetic. */
class RenyiTest {
  private static final double NONE = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.73532566405551922",
    "16, 0.1, 0.059977820524333531",
  })
  void pureDp_matchesHighPrecision(double order, double epsilon, double expected) {
    assertThat(PureDp.divergence(order, epsilon)).isCloseTo(expected, withPercentage(1e-10));
  }

  @Test
  void pureDp_extremes_staySane() {
    assertThat(PureDp.divergence(1e6, 20)).isBetween(19.99, 20.0);
    assertThat(PureDp.divergence(2, 1e-9)).isCloseTo(1e-18, withPercentage(1e-6));
    assertThat(PureDp.divergence(2, 0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.5, 1e-4, 8.3240460108562921",
    "20, 0.01, 1e-5, 0.40698003147646196",
    "128, 0.001, 1.6666666666666667e-5, 0.041582567242002615",
  })
  void epsilonAtOrder_matchesHighPrecision(
      double order, double rdp, double delta, double expected) {
    double epsilon = RdpConversion.epsilonAtOrder(order, rdp, delta);
    assertThat(epsilon).isCloseTo(expected, withPercentage(1e-10));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.01, 1, 0.00054350863810943246",
    "8, 0.01, 4, 0.00048839304196238139",
    "32, 0.001, 1, 8.8917734920720372",
  })
  void withoutReplacement_gaussian_matchesHighPrecision(
      int order, double rate, double variance, double expected) {
    assertThat(WithoutReplacement.divergence(order, rate, j -> j / (2 * variance), NONE))
        .isCloseTo(expected, withPercentage(1e-10));
  }

  @Test
  void withoutReplacement_pureDp_usesTheMaximum() {
    assertThat(WithoutReplacement.divergence(8, 0.01, j -> PureDp.divergence(j, 0.3), 0.3))
        .isCloseTo(5.38309012134680e-5, withPercentage(1e-10));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0.1, 4, 0.089285419279037703",
    "1000, 0.05, 8, 1.4430242412456686",
  })
  void distributedCheckIn_matchesHighPrecision(
      long clients, double rate, int order, double expected) {
    assertThat(
            new DistributedCheckIn(clients, rate, new LocalGuarantee.Gaussian(1)).divergence(order))
        .isCloseTo(expected, withPercentage(1e-8));
  }

  @Test
  void distributedCheckIn_everybodyChecksIn_isTheGaussianOfTheSum() {
    DistributedCheckIn round = new DistributedCheckIn(100, 1, new LocalGuarantee.Gaussian(1));
    double exact = 8 * 4.0 / (2 * 100);
    assertThat(round.divergence(8)).isGreaterThanOrEqualTo(exact);
  }

  @Test
  void upperCurve_gaussian_boundsTheExactProfile() {
    for (double mu : new double[] {0.1, 1, 4}) {
      for (double delta : new double[] {1e-10, 1e-5, 1e-2}) {
        UpperBound bound = UpperRdpCurve.gaussian(mu).epsilon(delta);
        double exact = new GaussianMechanism(mu).epsilon(delta);
        assertThat(bound.epsilon()).isBetween(exact, exact * 1.3 + 0.1);
      }
    }
  }

  @Test
  void upperCurve_composition_adds() {
    UpperRdpCurve one = UpperRdpCurve.gaussian(0.5).onSubsample(0.1);
    assertThat(one.times(3).at(7)).isCloseTo(3 * one.at(7), within(1e-15));
    assertThat(one.times(0).epsilon(1e-12).epsilon()).isZero();
  }

  /** What is not an upper bound cannot become one: there is no method that would return it. */
  @Test
  void kinds_onlyUpperCurvesConvertToUpperBounds() {
    assertThat(UpperRdpCurve.gaussian(1).epsilon(0.1).kind()).isEqualTo(Kind.UPPER_BOUND);
    assertThat(Arrays.stream(PaperRdpCurve.class.getMethods()).map(Method::getReturnType))
        .doesNotContain(UpperBound.class, UpperRdpCurve.class, PrivacyValue.class);
    assertThat(
            Arrays.stream(UpperRdpCurve.class.getMethods())
                .flatMap(method -> Arrays.stream(method.getParameterTypes())))
        .doesNotContain(PaperRdpCurve.class);
    assertThat(PaperRdpCurve.of("x", 4, order -> 1).epsilon(0.1).kind()).isEqualTo(Kind.PAPER);
  }

  @Test
  void minimiseOverIntegers_unimodal_isExact() {
    for (int best : new int[] {2, 3, 17, 100, 449, 450}) {
      assertThat(
              RdpConversion.minimiseOverIntegers(450, k -> Math.abs(Math.log((double) k / best)))
                  .order())
          .isEqualTo(best);
    }
  }

  @Test
  void curves_badOrders_areNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UpperRdpCurve.gaussian(1).at(1))
        .withMessageContaining("order");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UpperRdpCurve.gaussian(1).onSubsample(0.1).at(2.5))
        .withMessageContaining("integer")
        .withMessageContaining("2.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UpperRdpCurve.gaussian(1).epsilon(0))
        .withMessageContaining("delta");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WithoutReplacement.divergence(2, 1.5, j -> 1, NONE))
        .withMessageContaining("1.5");
  }
}
