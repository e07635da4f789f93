package org.shuffledcheckin.accountant.amplification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaplaceMechanismTest {
  private static final double[] EPSILON0S = {0.02, 0.7, 3, 12};

  /** Every two points of small grids, every outcome that has any probability. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3", "8", "13"})
  void delta_smallGrids_isTheLargestOfAllPairs(int steps) {
    for (double epsilon0 : EPSILON0S) {
      LaplaceMechanism mechanism = new LaplaceMechanism(epsilon0, steps);
      for (double share : new double[] {0, 0.1, 0.5, 0.77, 0.99}) {
        double largest = 0;
        for (int distance = 1; distance <= steps; distance++) {
          largest = Math.max(largest, hockeyStick(epsilon0, steps, distance, share * epsilon0));
        }
        assertThat(mechanism.delta(share * epsilon0)).isCloseTo(largest, within(1e-11));
        assertThat(hockeyStick(epsilon0, steps, steps, share * epsilon0)).isEqualTo(largest);
      }
      assertThat(mechanism.delta(epsilon0)).isZero();
    }
  }

  /** Coarser grids tell more; the factor 1/cosh(epsilon0/(2 steps)) is all there is between. */
  @ParameterizedTest
  @CsvSource({"1", "7", "100", "65536"})
  void delta_anyGrid_isJustAboveTheContinuousLaws(int steps) {
    for (double epsilon0 : EPSILON0S) {
      LaplaceMechanism mechanism = new LaplaceMechanism(epsilon0, steps);
      for (double share = 0; share < 1; share += 0.0137) {
        double root = Math.exp(0.5 * (share - 1) * epsilon0);
        double above = 1 - root / Math.cosh(0.5 * epsilon0 / steps);
        assertThat(mechanism.delta(share * epsilon0)).isBetween(1 - root - 1e-13, above + 1e-13);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1.5, 0.54944154113487222", "4, 3, 0.76559241337746225"})
  void delta_fineGrid_matchesTheReferenceOfTheContinuousLaw(
      double epsilon0, double a, double expected) {
    assertThat(new LaplaceMechanism(epsilon0, 1 << 16).delta(Math.log(a)))
        .isCloseTo(expected, within(1e-9));
  }

  @Test
  void forEachGain_outcomes_areThoseOfTheProfile() {
    LaplaceMechanism mechanism = new LaplaceMechanism(2.5, 1000);
    for (double epsilon : new double[] {0, 0.3, 1.1, 2.4}) {
      double[] sum = new double[1];
      mechanism.forEachGain(
          (loss, upper, lower) -> {
            assertThat(upper / lower).isCloseTo(Math.exp(loss), within(1e-9));
            sum[0] += Math.max(0, upper - Math.exp(epsilon) * lower);
          });
      assertThat(sum[0]).isCloseTo(mechanism.delta(epsilon), within(1e-12));
    }
  }

  private static double hockeyStick(double epsilon0, int steps, int distance, double epsilon) {
    double rate = epsilon0 / steps;
    double peak = Math.tanh(rate / 2);
    double factor = Math.exp(epsilon);
    int far = (int) Math.ceil(45 / rate);
    double sum = 0;
    for (int y = 0; y <= distance + far; y++) {
      double upper = peak * Math.exp(-rate * Math.abs(y - distance));
      sum += Math.max(0, upper - factor * peak * Math.exp(-rate * y));
    }
    return sum;
  }
}
