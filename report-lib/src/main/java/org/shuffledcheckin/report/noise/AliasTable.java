package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Walker's alias table over 2^15 values, built by Vose's method in exact integers.
 *
 * <p>Weights are in units of 2^-159 and sum to 1: a cell of probability 2^-15 is split between its
 * own value and its alias at a threshold of 144 bits. The upper 16 bits of it stand beside the
 * alias in one word, so one draw nearly always looks at one word and 31 bits; the middle 64 decide
 * the ties, one in 2^16, and the lower 64 what is a tie even then.
 */
final class AliasTable {
  static final int INDEX_BITS = 15;
  static final int VALUES = 1 << INDEX_BITS;
  static final int WEIGHT_BITS = 159;

  private static final int THRESHOLD_BITS = WEIGHT_BITS - INDEX_BITS;
  private static final BigInteger CELL = BigInteger.ONE.shiftLeft(THRESHOLD_BITS);

  /** Upper 16 bits of the threshold in the upper half, alias in the lower. */
  final int[] cells = new int[VALUES];

  /** Middle 64 bits of the threshold. */
  final long[] middleThresholds = new long[VALUES];

  /** Lower 64 bits of the threshold. */
  final long[] lowThresholds = new long[VALUES];

  AliasTable(BigInteger[] weights) {
    BigInteger sum = Arrays.stream(weights).reduce(BigInteger.ZERO, BigInteger::add);
    if (weights.length != VALUES || !sum.equals(BigInteger.ONE.shiftLeft(WEIGHT_BITS))) {
      throw new IllegalArgumentException(
          "weights must be "
              + VALUES
              + " that sum to 2^159 but are "
              + weights.length
              + ": "
              + sum);
    }
    fill(weights.clone());
  }

  private void fill(BigInteger[] left) {
    int[] small = new int[VALUES];
    int[] large = new int[VALUES];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < VALUES; i++) {
      if (left[i].compareTo(CELL) < 0) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    while (smalls > 0) {
      int cell = small[--smalls];
      int donor = large[larges - 1];
      set(cell, left[cell], donor);
      left[donor] = left[donor].subtract(CELL.subtract(left[cell]));
      if (left[donor].compareTo(CELL) < 0) {
        larges--;
        small[smalls++] = donor;
      }
    }
    // Exact sums leave exactly full cells: whichever way the threshold falls, the value is the
    // same.
    while (larges > 0) {
      int cell = large[--larges];
      set(cell, BigInteger.ZERO, cell);
    }
  }

  private void set(int cell, BigInteger threshold, int alias) {
    cells[cell] = threshold.shiftRight(2 * Long.SIZE).intValue() << 16 | alias;
    middleThresholds[cell] = threshold.shiftRight(Long.SIZE).longValue();
    lowThresholds[cell] = threshold.longValue();
  }

  /** The weight with which a value is really drawn, read back from the table. */
  BigInteger[] drawnWeights() {
    BigInteger[] drawn = new BigInteger[VALUES];
    Arrays.fill(drawn, BigInteger.ZERO);
    for (int i = 0; i < VALUES; i++) {
      BigInteger threshold =
          BigInteger.valueOf(cells[i] >>> 16)
              .shiftLeft(Long.SIZE)
              .add(new BigInteger(Long.toUnsignedString(middleThresholds[i])))
              .shiftLeft(Long.SIZE)
              .add(new BigInteger(Long.toUnsignedString(lowThresholds[i])));
      int alias = cells[i] & 0xffff;
      drawn[i] = drawn[i].add(threshold);
      drawn[alias] = drawn[alias].add(CELL.subtract(threshold));
    }
    return drawn;
  }
}
