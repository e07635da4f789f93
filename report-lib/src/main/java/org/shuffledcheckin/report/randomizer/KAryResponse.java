package org.shuffledcheckin.report.randomizer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.ResponseWeights;
import org.shuffledcheckin.report.noise.UniformDraw;

/**
 * Tells the client's category, or another one by the weights of {@link ResponseWeights}.
 *
 * <p>Guarantees pure epsilon0 exactly: the weights are integers whose ratio is at most e^epsilon0,
 * and one uniform integer decides.
 */
final class KAryResponse implements LocalRandomizer {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final KAryResponseSpec spec;
  private final ReportFormat format;
  private final ResponseWeights weights;

  KAryResponse(KAryResponseSpec spec) {
    this.spec = spec;
    format = spec.format();
    weights = ResponseWeights.of(spec.categories(), spec.epsilon0());
  }

  @Override
  public RandomizerSpec spec() {
    return spec;
  }

  /** Randomises the category that the only number of {@code value} names. */
  @Override
  public void randomize(float[] value, RandomGenerator stream, byte[] report) {
    spec.requireLength(value);
    int category = category(value[0]);
    format.writeHeader(report);
    long draw = UniformDraw.below(weights.total(), stream);
    INTS.set(report, ReportFormat.HEADER_BYTES, told(category, draw));
  }

  private int told(int category, long draw) {
    if (draw < weights.own()) {
      return category;
    }
    int other = (int) ((draw - weights.own()) / weights.other());
    return other < category ? other : other + 1;
  }

  // The message does not repeat the value: it is the client's secret.
  private int category(float value) {
    int category = (int) value;
    if (category != value || category < 0 || category >= spec.categories()) {
      throw new IllegalArgumentException(
          "category must be an integer in [0, " + (spec.categories() - 1) + "] but is not");
    }
    return category;
  }
}
