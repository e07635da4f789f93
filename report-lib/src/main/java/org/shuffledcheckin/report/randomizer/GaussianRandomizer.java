package org.shuffledcheckin.report.randomizer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
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
  // Swallows the relative errors of norm (2^-28) and of scaling (2^-51), and costs nobody anything.
  private static final double HAIR = 1 - 0x1p-26;

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
    double scale = scale(Clip.norm(gradient));
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
    requireClipped(squares, report);
  }

  /** Steps per unit of the gradient, such that the scaled gradient is no longer than one clip. */
  private double scale(double norm) {
    return spec.gridSteps() / Math.max(norm, spec.clip()) * HAIR;
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

  // Cannot happen by the argument at HAIR; if that were ever wrong, nothing leaves the device.
  private void requireClipped(long squares, byte[] report) {
    if (squares > (long) spec.gridSteps() * spec.gridSteps()) {
      Arrays.fill(report, (byte) 0);
      throw new IllegalStateException("a clipped gradient is longer than its clip on the grid");
    }
  }
}
