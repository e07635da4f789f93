package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;

/** Sums Laplace reports in integers; refuses what saturation forbids. */
final class LaplaceAggregate implements ReportAggregate {
  private final LaplaceSpec spec;
  private final ReportFormat format;
  private final int overshoot;
  private long sum;
  private long count;

  LaplaceAggregate(LaplaceSpec spec) {
    this.spec = spec;
    format = spec.format();
    overshoot = LaplaceRandomizer.overshoot(spec);
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
    int y = format.payload(report).getInt(0);
    if (y < -overshoot || y > LaplaceSpec.GRID_STEPS + overshoot) {
      return Optional.of(RejectionReason.OUT_OF_RANGE);
    }
    sum += y;
    count++;
    return Optional.empty();
  }

  @Override
  public void merge(ReportAggregate other) {
    LaplaceAggregate same = (LaplaceAggregate) Merging.requireSameSpec(this, other);
    sum += same.sum;
    count += same.count;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long[] sums() {
    return new long[] {sum};
  }

  @Override
  public double[] mean(double expectedCount) {
    double total = count * spec.lower() + sum * step();
    return new double[] {total / Bounds.requireExpectedCount(expectedCount)};
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double deviation = Math.sqrt(count * LaplaceRandomizer.noise(spec).variance()) * step();
    return new double[] {deviation / Bounds.requireExpectedCount(expectedCount)};
  }

  private double step() {
    return (spec.upper() - spec.lower()) / LaplaceSpec.GRID_STEPS;
  }
}
