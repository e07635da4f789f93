package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;

/** Sums reports of the Gaussian grid in integers; refuses what honest noise cannot be. */
final class GaussianAggregate implements ReportAggregate {
  private final GaussianSpec spec;
  private final ReportFormat format;
  private final int saturation;
  private final double largestSquare;
  private final short[] values;
  private final long[] sums;
  private long count;

  GaussianAggregate(GaussianSpec spec) {
    this.spec = spec;
    format = spec.format();
    saturation = spec.grid().saturation();
    double norm = HonestNorm.inGridSteps(spec.grid(), spec.dimension());
    largestSquare = norm * norm;
    values = new short[spec.dimension()];
    sums = new long[spec.dimension()];
  }

  @Override
  public RandomizerSpec spec() {
    return spec;
  }

  @Override
  public Optional<RejectionReason> add(ByteBuffer report) {
    Optional<RejectionReason> refused = format.check(report);
    if (refused.isPresent()) {
      return refused;
    }
    format.payload(report).asShortBuffer().get(values);
    refused = checkValues();
    if (refused.isEmpty()) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += values[i];
      }
      count++;
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
  public void merge(ReportAggregate other) {
    GaussianAggregate same = (GaussianAggregate) Merging.requireSameSpec(this, other);
    Merging.addTo(sums, same.sums);
    count += same.count;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long[] sums() {
    return sums.clone();
  }

  @Override
  public double[] mean(double expectedCount) {
    double step = spec.clip() / spec.gridSteps() / Bounds.requireExpectedCount(expectedCount);
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
    double step = spec.clip() / spec.gridSteps() / Bounds.requireExpectedCount(expectedCount);
    double[] errors = new double[sums.length];
    Arrays.fill(errors, Math.sqrt(count * variance) * step);
    return errors;
  }
}
