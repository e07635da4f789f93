package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a transform in 34 digits, on data that are meant to make errors add up. */
class RealFftTest {
  private static final long SEED = 20260101;

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16, 32, 128, 1024, 8192})
  void forward_anyData_isWithinItsErrorOfTheTruth(int n) {
    RealFft fft = new RealFft(n);
    DecimalFft reference = new DecimalFft(n);
    double worst = 0;
    for (double[] values : data(n)) {
      worst = Math.max(worst, forwardError(fft, reference, values));
    }
    assertThat(worst).as("seed %d", SEED).isLessThan(fft.relativeError());
    // A bound for all data is more than what some data show, but not out of all proportion.
    assertThat(worst).as("seed %d", SEED).isGreaterThan(fft.relativeError() / 150);
  }

  /** Errors of factors are the same for all data: signs can be chosen so that they add up. */
  @ParameterizedTest
  @ValueSource(ints = {64, 512})
  void forward_signsChosenByTheErrorsOfSingleValues_isWithinItsError(int n) {
    RealFft fft = new RealFft(n);
    DecimalFft reference = new DecimalFft(n);
    for (int k : new int[] {1, n / 8 + 1, n / 4 - 1, n / 2 - 1}) {
      double[] values = new double[n];
      for (int j = 0; j < n; j++) {
        double[] single = new double[n];
        single[j] = 1.1;
        double[] re = new double[n / 2 + 1];
        double[] im = new double[n / 2 + 1];
        fft.forward(single, re, im);
        double angle = 2 * Math.PI * ((long) j * k % n) / n;
        values[j] = Math.copySign(1.1, re[k] - 1.1 * Math.cos(angle));
      }
      assertThat(forwardError(fft, reference, values)).isLessThan(fft.relativeError());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 32, 256, 4096})
  void inverse_anySpectrum_isWithinItsErrorOfTheTruth(int n) {
    RealFft fft = new RealFft(n);
    DecimalFft reference = new DecimalFft(n);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 4; trial++) {
      double[] re = new double[n / 2 + 1];
      double[] im = new double[n / 2 + 1];
      for (int k = 0; k <= n / 2; k++) {
        double size = trial == 0 ? 1 : Math.exp(-trial * 40.0 * k / n) * random.nextDouble();
        double angle = 7 * random.nextDouble();
        re[k] = size * Math.cos(angle);
        im[k] = k == 0 || k == n / 2 ? 0 : size * Math.sin(angle);
      }
      assertThat(inverseError(fft, reference, re, im))
          .as("seed %d trial %d", SEED, trial)
          .isLessThan(fft.relativeError());
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

  /** Noise, single values, one sign, alternating signs, and laws that fall off. */
  private static List<double[]> data(int n) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<double[]> data = new ArrayList<>();
    data.add(random(n));
    for (int i = 0; i < Math.min(8, n); i++) {
      double[] single = new double[n];
      single[i == 0 ? n - 1 : random.nextInt(n)] = 1 + random.nextDouble();
      data.add(single);
    }
    double[] third = new double[n];
    double[] alternating = new double[n];
    double[] falling = new double[n];
    double[] mixed = new double[n];
    for (int j = 0; j < n; j++) {
      third[j] = 1.0 / 3;
      alternating[j] = (j & 1) == 0 ? 0.1 : -0.1;
      falling[j] = Math.exp(-50.0 * j / n);
      mixed[j] = random.nextInt(50) == 0 ? random.nextDouble() : 1e-9 * random.nextDouble();
    }
    data.addAll(List.of(third, alternating, falling, mixed));
    return data;
  }

  private static double forwardError(RealFft fft, DecimalFft reference, double[] values) {
    int n = values.length;
    double[] re = new double[n / 2 + 1];
    double[] im = new double[n / 2 + 1];
    fft.forward(values, re, im);
    BigDecimal[][] exact = reference.transform(decimals(values), zeros(n));
    double worst = 0;
    for (int k = 0; k <= n / 2; k++) {
      worst = Math.max(worst, distance(re[k], exact[0][k], im[k], exact[1][k]));
    }
    return worst / Arrays.stream(values).map(Math::abs).sum();
  }

  /** The Euclidean norm of the errors relative to that of the exact result. */
  private static double inverseError(RealFft fft, DecimalFft reference, double[] re, double[] im) {
    int n = 2 * (re.length - 1);
    double[] wholeRe = new double[n];
    double[] wholeIm = new double[n];
    for (int k = 0; k < n; k++) {
      int half = Math.min(k, n - k);
      wholeRe[k] = re[half];
      // The conjugate, because the reference transforms forward.
      wholeIm[k] = k <= n / 2 ? -im[half] : im[half];
    }
    double[] values = new double[n];
    fft.inverse(re.clone(), im.clone(), values);
    BigDecimal[][] exact = reference.transform(decimals(wholeRe), decimals(wholeIm));
    double errors = 0;
    double norm = 0;
    for (int j = 0; j < n; j++) {
      double error = distance(values[j] * n, exact[0][j], 0, BigDecimal.ZERO);
      errors += error * error;
      norm += Math.pow(exact[0][j].doubleValue(), 2);
    }
    return Math.sqrt(errors / norm);
  }

  private static double distance(double re, BigDecimal exactRe, double im, BigDecimal exactIm) {
    return Math.hypot(
        new BigDecimal(re).subtract(exactRe).doubleValue(),
        new BigDecimal(im).subtract(exactIm).doubleValue());
  }

  private static BigDecimal[] decimals(double[] values) {
    return Arrays.stream(values).mapToObj(BigDecimal::new).toArray(BigDecimal[]::new);
  }

  private static BigDecimal[] zeros(int n) {
    BigDecimal[] zeros = new BigDecimal[n];
    Arrays.fill(zeros, BigDecimal.ZERO);
    return zeros;
  }

  private static double[] random(int n) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] values = new double[n];
    for (int j = 0; j < n; j++) {
      values[j] = random.nextDouble() - 0.3;
    }
    return values;
  }
}
