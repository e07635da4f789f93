package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.sum.WordSum;

/**
 * Reads a sum of reports that nobody saw one by one. Reports in the clear, as simulations have
 * them, can be added too.
 */
public final class GaussianSumAggregate extends IntegerSums {
  private final GaussianSumSpec spec;
  private final int[] values;

  GaussianSumAggregate(GaussianSumSpec spec) {
    this(spec, new long[spec.dimension()], 0);
  }

  private GaussianSumAggregate(GaussianSumSpec spec, long[] sums, long count) {
    super(spec, sums, count);
    this.spec = spec;
    values = new int[spec.dimension()];
  }

  /**
   * Takes the finished sum of all shares and all masks of a round.
   *
   * @param reports how many are in it
   * @throws IllegalArgumentException if the sum has another dimension, or so many reports could
   *     have left the range of its words
   */
  public static GaussianSumAggregate of(GaussianSumSpec spec, WordSum total, long reports) {
    Arguments.requireBetween("dimension", total.dimension(), spec.dimension(), spec.dimension());
    Arguments.requireAtLeast("reports", reports, 1);
    if (!spec.cannotWrap(reports)) {
      throw new IllegalArgumentException(
          "reports must be few enough for sums of 32 bits but are " + reports);
    }
    return new GaussianSumAggregate(spec, total.signed(), reports);
  }

  /**
   * Whether the sum is longer than honest reports can make it: then somebody sent what no honest
   * client sends, and the sum is of no use. An honest sum is found too long with probability at
   * most {@link HonestNorm#FALSE_REJECTION}; what is shorter may still hold a dishonest report.
   */
  public boolean isTooLong() {
    return isTooLong(squares(), count());
  }

  private double squares() {
    double squares = 0;
    for (long y : sums) {
      squares += (double) y * y;
    }
    return squares;
  }

  @Override
  Optional<RejectionReason> addPayload(ByteBuffer payload) {
    payload.asIntBuffer().get(values);
    double squares = 0;
    for (int y : values) {
      squares += (double) y * y;
    }
    if (isTooLong(squares, 1)) {
      return Optional.of(RejectionReason.OVER_NORM);
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] += values[i];
    }
    return Optional.empty();
  }

  private boolean isTooLong(double squares, long reports) {
    // Doubles err by far less than the hair that is left to them.
    return Math.sqrt(squares) > HonestNorm.ofSum(spec, reports) * (1 + 0x1p-30);
  }

  /**
   * The estimate, shortened to one clip for each report where it is longer: the sum of clipped
   * values lies in that ball, so that shortening takes noise off and bounds what dishonest reports
   * can do to one step.
   */
  @Override
  public double[] mean(double expectedCount) {
    double longest = (double) count() * spec.gridSteps();
    double norm = Math.sqrt(squares());
    double step = step(expectedCount) * (norm > longest ? longest / norm : 1);
    double[] mean = new double[sums.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = sums[i] * step;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double[] errors = new double[sums.length];
    Arrays.fill(errors, Math.sqrt((double) count()) * spec.noiseSteps() * step(expectedCount));
    return errors;
  }

  private double step(double expectedCount) {
    return spec.clip() / spec.gridSteps() / requireExpected(expectedCount);
  }
}
