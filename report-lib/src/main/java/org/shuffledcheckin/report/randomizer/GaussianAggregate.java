package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;

/** Sums reports of the Gaussian grid in integers; refuses what honest noise cannot be. */
final class GaussianAggregate extends IntegerSums {
  private final GaussianSpec spec;
  private final int saturation;
  private final double largestSquare;
  private final short[] values;

  GaussianAggregate(GaussianSpec spec) {
    super(spec);
    this.spec = spec;
    saturation = spec.grid().saturation();
    double norm = HonestNorm.inGridSteps(spec.grid(), spec.dimension());
    largestSquare = norm * norm;
    values = new short[spec.dimension()];
  }

  @Override
  Optional<RejectionReason> addPayload(ByteBuffer payload) {
    payload.asShortBuffer().get(values);
    Optional<RejectionReason> refused = checkValues();
    if (refused.isEmpty()) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += values[i];
      }
    }
    return refused;
  }

  private Optional<RejectionReason> checkValues() {
    long squares = 0;
    int outside = 0;
    for (short y : values) {
      // The sign bit of either tells a value beyond saturation.
      outside |= (saturation - y) | (saturation + y);
      // A product of 16-bit values fits an int.
      squares += y * y;
    }
    if (outside < 0) {
      return Optional.of(RejectionReason.OUT_OF_RANGE);
    }
    return squares > largestSquare ? Optional.of(RejectionReason.OVER_NORM) : Optional.empty();
  }

  @Override
  public double[] mean(double expectedCount) {
    double step = spec.clip() / spec.gridSteps() / requireExpected(expectedCount);
    double[] mean = new double[sums.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = sums[i] * step;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double deviation = spec.grid().deviationInSteps();
    // Rounding adds the variance of a uniform step.
    double variance = deviation * deviation + 1.0 / 12;
    double step = spec.clip() / spec.gridSteps() / requireExpected(expectedCount);
    double[] errors = new double[sums.length];
    Arrays.fill(errors, Math.sqrt(count() * variance) * step);
    return errors;
  }
}
