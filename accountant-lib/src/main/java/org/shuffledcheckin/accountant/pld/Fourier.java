package org.shuffledcheckin.accountant.pld;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.accountant.numeric.RealFft;

/** Shares prepared Fourier transforms: they are immutable, and few lengths ever occur. */
final class Fourier {
  private static final Map<Integer, RealFft> PREPARED = new ConcurrentHashMap<>();

  private static final long LONGEST = 1 << 22;

  private Fourier() {}

  static RealFft ofLength(int length) {
    return PREPARED.computeIfAbsent(length, RealFft::new);
  }

  /** Whether this many values are few enough to be transformed. */
  static boolean fits(long values) {
    return values >= 1 && values <= LONGEST;
  }

  /** The smallest length that holds this many values. */
  static int lengthFor(long values) {
    if (!fits(values)) {
      throw new IllegalStateException(
          "a window must have from 1 to " + LONGEST + " grid points but has " + values);
    }
    return Math.max(16, Integer.highestOneBit((int) values - 1) * 2);
  }
}
