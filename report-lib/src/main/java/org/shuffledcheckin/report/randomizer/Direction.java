package org.shuffledcheckin.report.randomizer;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.RoundedGaussian;

/**
 * A direction in space that a public seed stands for: a vector of independent rounded Gaussians,
 * whose direction is uniform on the sphere up to rounding at 1/4096 of a standard deviation.
 *
 * <p>Client and aggregator expand the same seed, so a report carries 32 bytes instead of one number
 * per coordinate. Privacy does not rest on the direction at all: it is drawn without looking at the
 * data and published. Only the estimate's unbiasedness rests on its being uniform, that is on AES.
 */
final class Direction {
  static final int SEED_BYTES = InsecureSeededRandomness.PUBLIC_SEED_BYTES;

  private static final int DEVIATION_IN_STEPS = 4096;
  private static final int CHUNK = 2048;

  private final RoundedGaussian coordinates = RoundedGaussian.of(1, DEVIATION_IN_STEPS);

  /** Computes the inner product of the gradient with the seed's vector, up to rounding. */
  double innerProduct(byte[] seed, float[] gradient) {
    double[] sum = {0};
    expand(
        seed,
        gradient.length,
        (from, chunk, count) -> {
          double part = 0;
          for (int i = 0; i < count; i++) {
            part += (double) gradient[from + i] * chunk[i];
          }
          sum[0] += part;
        });
    return sum[0];
  }

  /** Writes the seed's vector, not yet of norm 1, over the array. */
  void write(byte[] seed, int[] vector) {
    expand(
        seed,
        vector.length,
        (from, chunk, count) -> System.arraycopy(chunk, 0, vector, from, count));
  }

  private void expand(byte[] seed, int dimension, ChunkReader reader) {
    RandomGenerator stream = InsecureSeededRandomness.expandPublicSeed(seed);
    int[] chunk = new int[Math.min(CHUNK, dimension)];
    byte[] bits = new byte[chunk.length * Integer.BYTES];
    for (int from = 0; from < dimension; from += CHUNK) {
      int count = Math.min(CHUNK, dimension - from);
      byte[] scratch = count == chunk.length ? bits : new byte[count * Integer.BYTES];
      coordinates.draw(stream, scratch, chunk, count);
      reader.read(from, chunk, count);
    }
  }

  @FunctionalInterface
  private interface ChunkReader {
    void read(int from, int[] chunk, int count);
  }
}
