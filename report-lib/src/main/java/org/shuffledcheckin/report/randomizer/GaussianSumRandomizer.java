package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.DiscreteGaussian;

/**
 * Clips a gradient, puts it on the integer grid and adds discrete Gaussian noise there.
 *
 * <p>Guarantees that the integer vector before noise has a norm of at most {@code gridSteps}, that
 * is one clip, checked exactly in integers. What it writes is not to be seen by anybody: it leaves
 * the device as two shares.
 */
final class GaussianSumRandomizer implements LocalRandomizer {
  private static final int CHUNK = 2048;

  private final GaussianSumSpec spec;
  private final ReportFormat format;
  private final DiscreteGaussian noise;

  GaussianSumRandomizer(GaussianSumSpec spec) {
    this.spec = spec;
    format = spec.format();
    noise = DiscreteGaussian.of(spec.noiseSteps());
  }

  @Override
  public RandomizerSpec spec() {
    return spec;
  }

  @Override
  public void randomize(float[] gradient, RandomGenerator stream, byte[] report) {
    spec.requireLength(gradient);
    double scale = Clip.scale(gradient, spec.clip(), spec.gridSteps());
    format.writeHeader(report);
    IntBuffer words = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    int[] chunk = new int[Math.min(CHUNK, gradient.length)];
    byte[] bits = new byte[chunk.length * Integer.BYTES];
    long squares = 0;
    for (int from = 0; from < gradient.length; from += CHUNK) {
      int count = Math.min(CHUNK, gradient.length - from);
      byte[] scratch = count == chunk.length ? bits : new byte[count * Integer.BYTES];
      noise.draw(stream, scratch, chunk, count);
      squares += add(gradient, from, count, scale, chunk);
      words.put(chunk, 0, count);
    }
    Clip.requireWithin(spec.gridSteps(), squares, report);
  }

  private static long add(float[] gradient, int from, int count, double scale, int[] noise) {
    long squares = 0;
    for (int i = 0; i < count; i++) {
      int x = (int) (gradient[from + i] * scale);
      squares += (long) x * x;
      noise[i] += x;
    }
    return squares;
  }
}
