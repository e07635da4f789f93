package org.shuffledcheckin.report.randomizer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.RoundedGaussian;

/**
 * Clips a gradient, puts it on the integer grid and adds rounded Gaussian noise there.
 *
 * <p>Guarantees that the integer vector before noise has a norm of at most {@code gridSteps} steps,
 * that is one clip: coordinates are rounded toward zero, and the sum of the integers' squares is
 * checked exactly, so no rounding of floating point stands between the data and the promise. Since
 * x is an integer, x + round(N) = round(x + N): a report is a post-processing of the Gaussian
 * mechanism, and its support does not depend on the gradient.
 */
final class GaussianRandomizer implements LocalRandomizer {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int CHUNK = 2048;

  private final GaussianSpec spec;
  private final ReportFormat format;
  private final int saturation;
  private final RoundedGaussian noise;

  GaussianRandomizer(GaussianSpec spec) {
    this.spec = spec;
    format = spec.format();
    saturation = spec.grid().saturation();
    noise = RoundedGaussian.of(spec.noiseMultiplier(), spec.gridSteps());
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
    int[] chunk = new int[Math.min(CHUNK, gradient.length)];
    byte[] bits = new byte[chunk.length * Integer.BYTES];
    long squares = 0;
    for (int from = 0; from < gradient.length; from += CHUNK) {
      int count = Math.min(CHUNK, gradient.length - from);
      byte[] scratch = count == chunk.length ? bits : new byte[count * Integer.BYTES];
      noise.draw(stream, scratch, chunk, count);
      squares += addAndWrite(gradient, from, count, scale, chunk, report);
    }
    Clip.requireWithin(spec.gridSteps(), squares, report);
  }

  private long addAndWrite(
      float[] gradient, int from, int count, double scale, int[] noise, byte[] report) {
    int at = ReportFormat.HEADER_BYTES + from * Short.BYTES;
    long squares = 0;
    for (int i = 0; i < count; i++) {
      int x = (int) (gradient[from + i] * scale);
      squares += (long) x * x;
      int y = Math.max(-saturation, Math.min(saturation, x + noise[i]));
      SHORTS.set(report, at + i * Short.BYTES, (short) y);
    }
    return squares;
  }
}
