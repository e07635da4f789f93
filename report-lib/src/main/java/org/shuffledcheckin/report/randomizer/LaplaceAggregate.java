package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;

/** Sums Laplace reports in integers; refuses what saturation forbids. */
final class LaplaceAggregate extends IntegerSums {
  private final LaplaceSpec spec;
  private final int overshoot;

  LaplaceAggregate(LaplaceSpec spec) {
    super(spec);
    this.spec = spec;
    overshoot = LaplaceRandomizer.overshoot(spec);
  }

  @Override
  Optional<RejectionReason> addPayload(ByteBuffer payload) {
    int y = payload.getInt(0);
    if (y < -overshoot || y > LaplaceSpec.GRID_STEPS + overshoot) {
      return Optional.of(RejectionReason.OUT_OF_RANGE);
    }
    sums[0] += y;
    return Optional.empty();
  }

  @Override
  public double[] mean(double expectedCount) {
    double total = count() * spec.lower() + sums[0] * step();
    return new double[] {total / requireExpected(expectedCount)};
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double deviation = Math.sqrt(count() * LaplaceRandomizer.noise(spec).variance()) * step();
    return new double[] {deviation / requireExpected(expectedCount)};
  }

  private double step() {
    return (spec.upper() - spec.lower()) / LaplaceSpec.GRID_STEPS;
  }
}
