package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealFftTest {
  private static final long SEED = 20260101;

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16, 32, 128, 512})
  void forward_randomData_matchesTheDefinition(int n) {
    double[] values = random(n);
    RealFft fft = new RealFft(n);
    double[] re = new double[n / 2 + 1];
    double[] im = new double[n / 2 + 1];
    fft.forward(values, re, im);
    double allowed = 2 * fft.relativeError() * absoluteSum(values);
    for (int k = 0; k <= n / 2; k++) {
      double sumRe = 0;
      double sumIm = 0;
      for (int j = 0; j < n; j++) {
        double angle = 2 * Math.PI * ((long) j * k % n) / n;
        sumRe += values[j] * Math.cos(angle);
        sumIm -= values[j] * Math.sin(angle);
      }
      assertThat(Math.hypot(re[k] - sumRe, im[k] - sumIm)).as("seed " + SEED).isLessThan(allowed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 64, 1 << 17, 1 << 18})
  void inverse_afterForward_returnsTheData(int n) {
    double[] values = random(n);
    RealFft fft = new RealFft(n);
    double[] re = new double[n / 2 + 1];
    double[] im = new double[n / 2 + 1];
    double[] back = new double[n];
    fft.forward(values, re, im);
    fft.inverse(re, im, back);
    double worst = 0;
    for (int j = 0; j < n; j++) {
      worst = Math.max(worst, Math.abs(back[j] - values[j]));
    }
    assertThat(worst).as("seed " + SEED).isLessThan(3e-15);
  }

  @Test
  void constructor_notAPowerOfTwo_namesTheValue() {
    assertThatThrownBy(() -> new RealFft(12))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("12");
  }

  private static double[] random(int n) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] values = new double[n];
    for (int j = 0; j < n; j++) {
      values[j] = random.nextDouble() - 0.3;
    }
    return values;
  }

  private static double absoluteSum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.abs(value);
    }
    return sum;
  }
}
