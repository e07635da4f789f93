package org.shuffledcheckin.accountant.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * At a quarter and a half of all frequencies the factors of a transform are 1, i, -1 and -i: sums
 * of decimals tell what it should be.
 */
class LogTransformTest {
  private static final long SEED = 131_072;

  /** Equal masses round the same way at every addition: a plain sum of them drifts. */
  @ParameterizedTest
  @CsvSource({"131072, true", "131072, false", "1000, true", "1000, false"})
  void of_manyMasses_isWithinItsErrorOfTheTruth(int points, boolean equal) {
    double[] mass = new double[points];
    SplittableRandom random = new SplittableRandom(SEED);
    double each = 0.9 / points;
    Arrays.setAll(mass, j -> equal ? each : 2 * each * random.nextDouble());
    int length = Math.max(2048, 2 * points);
    TiltedLosses losses = new TiltedLosses(1, 0x1p-10, 1, mass, 0, 0);

    for (boolean compound : new boolean[] {true, false}) {
      LogTransform transform = LogTransform.of(losses, compound, length);
      for (int k : new int[] {length / 4, length / 2}) {
        assertThat(error(transform, k, compound, exact(mass, length, k)))
            .as("seed %d, %d points, compound %s, frequency %d", SEED, points, compound, k)
            .isLessThan(transform.error() + 1e-15);
      }
    }
  }

  /** F - F(0) at a quarter or a half of all frequencies. */
  private static double[] exact(double[] mass, int length, int k) {
    BigDecimal re = BigDecimal.ZERO;
    BigDecimal im = BigDecimal.ZERO;
    for (int j = 0; j < mass.length; j++) {
      BigDecimal m = new BigDecimal(mass[j]);
      switch ((int) ((j + 1L) * k * 4 / length % 4)) {
        case 1 -> im = im.subtract(m);
        case 2 -> re = re.subtract(m);
        case 3 -> im = im.add(m);
        default -> re = re.add(m);
      }
      re = re.subtract(m);
    }
    return new double[] {re.doubleValue(), im.doubleValue()};
  }

  private static double error(LogTransform transform, int k, boolean compound, double[] exact) {
    double modulus = transform.logModulus()[k];
    double angle = transform.argument()[k];
    return compound
        ? Math.hypot(modulus - exact[0], angle - exact[1])
        : Math.hypot(
            Math.exp(modulus) * Math.cos(angle) - 1 - exact[0],
            Math.exp(modulus) * Math.sin(angle) - exact[1]);
  }
}
