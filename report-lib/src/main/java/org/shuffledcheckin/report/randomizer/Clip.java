package org.shuffledcheckin.report.randomizer;

import java.util.Arrays;

/** Norms of gradients, and the sizes that a clip may have. */
final class Clip {
  static final double SMALLEST = 0x1p-40;
  static final double LARGEST = 0x1p40;

  // Swallows the relative errors of norm (2^-28) and of scaling (2^-51), and costs nobody anything.
  private static final double HAIR = 1 - 0x1p-26;

  private Clip() {}

  /**
   * Grid steps per unit of the gradient, such that the scaled gradient, rounded toward zero, is no
   * longer than {@code gridSteps}, which stand for one clip.
   *
   * @throws IllegalArgumentException if a coordinate is NaN or infinite
   */
  static double scale(float[] gradient, double clip, int gridSteps) {
    return gridSteps / Math.max(norm(gradient), clip) * HAIR;
  }

  /**
   * Wipes a report whose vector is longer than one clip. That cannot happen by the argument at
   * HAIR; if it were ever wrong, nothing leaves the device.
   */
  static void requireWithin(int gridSteps, long squares, byte[] report) {
    if (squares > (long) gridSteps * gridSteps) {
      Arrays.fill(report, (byte) 0);
      throw new IllegalStateException("a clipped gradient is longer than its clip on the grid");
    }
  }

  /**
   * Computes the Euclidean norm with a relative error below 2^-28.
   *
   * <p>The square of a float is exact in double and neither over- nor underflows there; summing at
   * most 2^24 of them errs by at most 2^-29, and the root by half of that.
   *
   * @throws IllegalArgumentException if a coordinate is NaN or infinite
   */
  static double norm(float[] gradient) {
    // Four sums, so that each addition need not wait for the one before.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < gradient.length; i += 4) {
      a += square(gradient[i]);
      b += square(gradient[i + 1]);
      c += square(gradient[i + 2]);
      d += square(gradient[i + 3]);
    }
    for (; i < gradient.length; i++) {
      a += square(gradient[i]);
    }
    double sum = (a + b) + (c + d);
    if (!(sum < Double.POSITIVE_INFINITY)) {
      throw notFinite(gradient);
    }
    return Math.sqrt(sum);
  }

  private static double square(float x) {
    return (double) x * x;
  }

  // Names the place but not the value: the text may reach a log.
  private static IllegalArgumentException notFinite(float[] gradient) {
    int i = 0;
    while (Float.isFinite(gradient[i])) {
      i++;
    }
    return new IllegalArgumentException(
        "gradient must be finite but coordinate "
            + i
            + (Float.isNaN(gradient[i]) ? " is NaN" : " is infinite"));
  }
}
