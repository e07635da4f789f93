package org.shuffledcheckin.report.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/**
 * Draws integers of a symmetric law: the magnitude from an alias table, the sign by itself.
 *
 * <p>Guarantees for uniform random bits that the law of one draw is within total variation {@link
 * #DEVIATION} of the given one. Draws use 32 bits each (64 more once in 65536, and 64 more of these
 * once in 2^64), no floating point, and no branch that depends on the draw except for the ties.
 * Immutable and safe for several threads.
 */
final class AliasSampler {
  /** The largest magnitude drawn. */
  static final int LIMIT = AliasTable.VALUES - 1;

  /** Bound on the total variation between one draw and the law: 2^15 weights cut to 2^-159. */
  static final double DEVIATION = 0x1p-144;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final TableLookUp LOOK_UP = TableLookUp.fastest();
  private static final int SIGN_BIT = AliasTable.VALUES;

  private final AliasTable table;

  /** Prepares draws with these masses of the magnitudes 0 to {@link #LIMIT}, in 2^-256. */
  AliasSampler(BigInteger[] mass) {
    table = new AliasTable(weights(mass));
  }

  /**
   * Draws into the first {@code count} places of {@code noise}.
   *
   * @param bits scratch of exactly {@code 4 * count} bytes; holds secrets afterwards
   */
  void draw(RandomGenerator stream, byte[] bits, int[] noise, int count) {
    if (bits.length != Integer.BYTES * count || noise.length < count) {
      throw new IllegalArgumentException(
          "scratch must have 4 and noise 1 place for each of %d draws but have %d and %d"
              .formatted(count, bits.length, noise.length));
    }
    stream.nextBytes(bits);
    ByteBuffer.wrap(bits).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(noise, 0, count);
    if (LOOK_UP.lookUp(table.cells, noise, count) > 0) {
      settleTies(stream, bits, noise, count);
    }
  }

  private void settleTies(RandomGenerator stream, byte[] bits, int[] noise, int count) {
    for (int i = 0; i < count; i++) {
      int word = (int) INTS.get(bits, i * Integer.BYTES);
      int cell = word & LIMIT;
      int entry = table.cells[cell];
      if (word >>> 16 == entry >>> 16) {
        int magnitude = isBelow(stream, cell) ? cell : entry & LIMIT;
        noise[i] = (word & SIGN_BIT) == 0 ? magnitude : -magnitude;
      }
    }
  }

  private boolean isBelow(RandomGenerator stream, int cell) {
    int middle = Long.compareUnsigned(stream.nextLong(), table.middleThresholds[cell]);
    return middle == 0
        ? Long.compareUnsigned(stream.nextLong(), table.lowThresholds[cell]) < 0
        : middle < 0;
  }

  /** Cuts masses to units of 2^-159; what the cuts leave, less than 2^-144 in all, goes to zero. */
  private static BigInteger[] weights(BigInteger[] mass) {
    BigInteger[] weights = new BigInteger[mass.length];
    BigInteger rest = BigInteger.ONE.shiftLeft(AliasTable.WEIGHT_BITS);
    for (int m = 1; m < mass.length; m++) {
      weights[m] = mass[m].shiftRight(FixedPoint.BITS - AliasTable.WEIGHT_BITS);
      rest = rest.subtract(weights[m]);
    }
    weights[0] = rest;
    return weights;
  }

  AliasTable table() {
    return table;
  }
}
