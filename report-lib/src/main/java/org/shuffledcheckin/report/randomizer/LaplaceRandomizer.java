package org.shuffledcheckin.report.randomizer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.DiscreteLaplace;

/**
 * Puts a bounded number on its grid, adds discrete Laplace noise and saturates.
 *
 * <p>Guarantees pure epsilon0 exactly: two values are at most {@link LaplaceSpec#GRID_STEPS} steps
 * apart, each step changes a probability by a factor of at most e^(epsilon0/steps), the noise's law
 * is exact, and saturation is post-processing.
 */
final class LaplaceRandomizer implements LocalRandomizer {
  // epsilon0 is cut down to this fraction, so the noise is never less than asked for.
  private static final int EPSILON_BITS = 20;
  // Noise beyond this many scales has a probability below e^-28 = 7e-13.
  private static final int SATURATION_IN_SCALES = 28;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final LaplaceSpec spec;
  private final ReportFormat format;
  private final DiscreteLaplace noise;

  LaplaceRandomizer(LaplaceSpec spec) {
    this.spec = spec;
    format = spec.format();
    noise = noise(spec);
  }

  static DiscreteLaplace noise(LaplaceSpec spec) {
    long cut = (long) Math.scalb(spec.epsilon0(), EPSILON_BITS);
    return new DiscreteLaplace(cut, (long) LaplaceSpec.GRID_STEPS << EPSILON_BITS);
  }

  /** How far beyond the bounds, in steps, a report can lie. */
  static int overshoot(LaplaceSpec spec) {
    return (int) Math.ceil(SATURATION_IN_SCALES * (LaplaceSpec.GRID_STEPS / spec.epsilon0()));
  }

  @Override
  public RandomizerSpec spec() {
    return spec;
  }

  @Override
  public void randomize(float[] value, RandomGenerator stream, byte[] report) {
    spec.requireLength(value);
    long x = gridPoint(value[0]);
    format.writeHeader(report);
    int overshoot = overshoot(spec);
    long y = x + noise.draw(stream);
    y = Math.max(-overshoot, Math.min(LaplaceSpec.GRID_STEPS + overshoot, y));
    INTS.set(report, ReportFormat.HEADER_BYTES, (int) y);
  }

  private long gridPoint(float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException("value must be finite but is not");
    }
    double share = (value - spec.lower()) / (spec.upper() - spec.lower());
    return Math.round(Math.max(0, Math.min(1, share)) * LaplaceSpec.GRID_STEPS);
  }
}
