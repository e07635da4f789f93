package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lemmas on sums, by summing everything where s is so small that something is to be seen. */
class SumLawTest {
  private static final int REACH = 60;

  /** The reference case dgauss_kappa. */
  @Test
  void kappa_referenceCase_isItsValueFromAbove() {
    assertThat(SumLaw.tau(4, 2)).isCloseTo(1.0496011840308872e-68, Percentage.withPercentage(1e-8));
    assertThat(SumLaw.tau(4, 2, 2))
        .isCloseTo(1.024500455847086e-34, Percentage.withPercentage(1e-8));
    assertThat(SumLaw.kappa(4, 2, 10))
        .isGreaterThanOrEqualTo(1.024500455847086e-33)
        .isCloseTo(1.024500455847086e-33, Percentage.withPercentage(1e-8));
  }

  @Test
  void kappa_largestBatchOfTheDemo_isNothing() {
    assertThat(SumLaw.kappa(4, 500_000, 26_010)).isLessThan(2.7e-30);
  }

  @ParameterizedTest
  @CsvSource({"0.6, 2", "0.8, 2", "0.8, 3", "1, 2", "1, 5"})
  void tau_sumOfSeveral_boundsTheLogRatio(double s, int k) {
    assertThat(sumAgainstLaw(s, k)).isLessThan(SumLaw.tau(s, k) + 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.6, 0.8, 1})
  void tau_sumOfTwo_isNotFarAboveTheLogRatio(double s) {
    assertThat(sumAgainstLaw(s, 2)).isGreaterThan(SumLaw.tau(s, 2) / 10);
  }

  private static double sumAgainstLaw(double s, int k) {
    double[] sum = law(s);
    for (int i = 1; i < k; i++) {
      sum = convolve(sum, law(s));
    }
    return worstLogRatio(sum, law(s * Math.sqrt(k)), 4 * s);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5", "2, 0.6", "3, 0.8"})
  void tau_roundedGaussian_boundsTheLogRatio(double t, double r) {
    double[] rounded = roundedGaussian(Math.sqrt(t * t - r * r), r);

    assertThat(worstLogRatio(rounded, law(t), 4 * t)).isLessThan(SumLaw.tau(t, 1, r) + 1e-9);
  }

  private static double[] law(double s) {
    double[] law = new double[2 * REACH + 1];
    double total = 0;
    for (int z = -REACH; z <= REACH; z++) {
      law[z + REACH] = Math.exp(-z * z / (2 * s * s));
      total += law[z + REACH];
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= total;
    }
    return law;
  }

  private static double[] convolve(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        int z = i + j - REACH;
        if (z >= 0 && z < sum.length) {
          sum[z] += a[i] * b[j];
        }
      }
    }
    return sum;
  }

  /** The law of z drawn with weight e^(-(z-y)²/2r²), y Gaussian, by the trapezoidal rule. */
  private static double[] roundedGaussian(double deviation, double r) {
    double[] law = new double[2 * REACH + 1];
    double h = 0.01;
    for (double y = -12 * deviation; y <= 12 * deviation; y += h) {
      double density =
          Math.exp(-y * y / (2 * deviation * deviation)) / (deviation * Math.sqrt(2 * Math.PI));
      double total = 0;
      for (int z = -REACH; z <= REACH; z++) {
        total += Math.exp(-(z - y) * (z - y) / (2 * r * r));
      }
      for (int z = -REACH; z <= REACH; z++) {
        law[z + REACH] += h * density * Math.exp(-(z - y) * (z - y) / (2 * r * r)) / total;
      }
    }
    return law;
  }

  private static double worstLogRatio(double[] a, double[] b, double reach) {
    double worst = 0;
    for (int z = 0; z <= reach; z++) {
      worst = Math.max(worst, Math.abs(Math.log(a[REACH + z] / b[REACH + z])));
    }
    return worst;
  }
}
