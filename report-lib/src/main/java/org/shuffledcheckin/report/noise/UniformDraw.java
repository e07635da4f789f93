package org.shuffledcheckin.report.noise;

import java.util.random.RandomGenerator;

/** Draws integers that are exactly uniform for uniform random bits. */
public final class UniformDraw {
  private UniformDraw() {}

  /**
   * Draws from 0 to {@code bound - 1}, each equally likely.
   *
   * <p>Takes as many upper bits as the bound has and draws again where they exceed it, which
   * happens less than half of the time: no remainder, so no bias.
   *
   * @param bound at least 1
   */
  public static long below(long bound, RandomGenerator stream) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound must be at least 1 but is " + bound);
    }
    if (bound == 1) {
      return 0;
    }
    int shift = Long.numberOfLeadingZeros(bound - 1);
    long draw = stream.nextLong() >>> shift;
    while (draw >= bound) {
      draw = stream.nextLong() >>> shift;
    }
    return draw;
  }
}
