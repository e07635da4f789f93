package org.shuffledcheckin.report.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Draws round(N), N Gaussian of mean 0, as integers; magnitudes of {@link #LIMIT} and more are all
 * drawn as {@link #LIMIT}.
 *
 * <p>Guarantees for uniform random bits that the law of one draw is within total variation {@link
 * #DEVIATION} of the ideal, in the tails as in the middle: every magnitude below the limit has its
 * own weight in units of 2^-159, down to zero where the ideal lies below that. Draws use 32 bits
 * each (64 more once in 65536, and 64 more of these once in 2^64), no floating point, and no branch
 * that depends on the noise except for the ties. Immutable and safe for several threads.
 */
public final class RoundedGaussian {
  /** The largest magnitude drawn. */
  public static final int LIMIT = AliasTable.VALUES - 1;

  /** Bound on the total variation between one draw and the ideal: 2^15 weights cut to 2^-159. */
  public static final double DEVIATION = 0x1p-144;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final TableLookUp LOOK_UP = TableLookUp.fastest();
  private static final int SIGN_BIT = AliasTable.VALUES;
  private static final int CACHED = 8;
  private static final Map<Deviation, RoundedGaussian> CACHE =
      new LinkedHashMap<>(2 * CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Deviation, RoundedGaussian> eldest) {
          return size() > CACHED;
        }
      };

  private final AliasTable table;

  private RoundedGaussian(AliasTable table) {
    this.table = table;
  }

  /**
   * Returns the sampler of standard deviation {@code multiplier * steps}, a product of exact
   * numbers between 8 and 2^20.
   *
   * <p>A table takes some tenths of a second to compute and is the same for every client and round
   * with the same noise, so the last few are kept.
   */
  public static RoundedGaussian of(double multiplier, int steps) {
    Deviation deviation = new Deviation(multiplier, steps);
    synchronized (CACHE) {
      return CACHE.computeIfAbsent(deviation, d -> new RoundedGaussian(table(d)));
    }
  }

  /**
   * Draws into the first {@code count} places of {@code noise}.
   *
   * @param bits scratch of exactly {@code 4 * count} bytes; holds secrets afterwards
   */
  public void draw(RandomGenerator stream, byte[] bits, int[] noise, int count) {
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

  private static AliasTable table(Deviation deviation) {
    BigInteger[] mass =
        new RoundedGaussianLaw(deviation.multiplier, deviation.steps).magnitudes(LIMIT);
    return new AliasTable(weights(mass));
  }

  /** Cuts masses to units of 2^-159; what the cuts leave, less than 2^-144 in all, goes to zero. */
  static BigInteger[] weights(BigInteger[] mass) {
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

  private record Deviation(double multiplier, int steps) {}
}
