package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.ResponseWeights;

/**
 * Counts randomised responses and removes their bias.
 *
 * <p>With p and q the probabilities of the own and of each other category, a category told c times
 * in N reports belongs to (c − N·q)/(p − q) of them in expectation. Estimates can be negative; they
 * are left so, because cutting them would bias their sum.
 */
final class RandomizedResponseAggregate implements ReportAggregate {
  private final RandomizedResponseSpec spec;
  private final ReportFormat format;
  private final double own;
  private final double other;
  private final long[] counts;
  private long count;

  RandomizedResponseAggregate(RandomizedResponseSpec spec) {
    this.spec = spec;
    format = spec.format();
    ResponseWeights weights = ResponseWeights.of(spec.categories(), spec.epsilon0());
    own = (double) weights.own() / weights.total();
    other = (double) weights.other() / weights.total();
    counts = new long[spec.categories()];
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
    int category = format.payload(report).getInt(0);
    if (category < 0 || category >= counts.length) {
      return Optional.of(RejectionReason.OUT_OF_RANGE);
    }
    counts[category]++;
    count++;
    return Optional.empty();
  }

  @Override
  public void merge(ReportAggregate other) {
    RandomizedResponseAggregate same =
        (RandomizedResponseAggregate) Merging.requireSameSpec(this, other);
    Merging.addTo(counts, same.counts);
    count += same.count;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long[] sums() {
    return counts.clone();
  }

  @Override
  public double[] mean(double expectedCount) {
    Bounds.requireExpectedCount(expectedCount);
    double[] mean = new double[counts.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = owners(i) / expectedCount;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    Bounds.requireExpectedCount(expectedCount);
    double[] errors = new double[counts.length];
    for (int i = 0; i < errors.length; i++) {
      double owners = Math.max(0, Math.min((double) count, owners(i)));
      double variance = owners * own * (1 - own) + (count - owners) * other * (1 - other);
      errors[i] = Math.sqrt(variance) / (own - other) / expectedCount;
    }
    return errors;
  }

  private double owners(int category) {
    return (counts[category] - count * other) / (own - other);
  }
}
