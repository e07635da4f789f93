package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.noise.ResponseWeights;

/**
 * Counts randomised responses and removes their bias.
 *
 * <p>With p and q the probabilities of the own and of each other category, a category told c times
 * in N reports belongs to (c − N·q)/(p − q) of them in expectation. Estimates can be negative; they
 * are left so, because cutting them would bias their sum.
 */
final class KAryResponseAggregate extends IntegerSums {
  private final double own;
  private final double other;

  KAryResponseAggregate(KAryResponseSpec spec) {
    super(spec);
    ResponseWeights weights = ResponseWeights.of(spec.categories(), spec.epsilon0());
    own = (double) weights.own() / weights.total();
    other = (double) weights.other() / weights.total();
  }

  @Override
  Optional<RejectionReason> addPayload(ByteBuffer payload) {
    int category = payload.getInt(0);
    if (category < 0 || category >= sums.length) {
      return Optional.of(RejectionReason.OUT_OF_RANGE);
    }
    sums[category]++;
    return Optional.empty();
  }

  @Override
  public double[] mean(double expectedCount) {
    requireExpected(expectedCount);
    double[] mean = new double[sums.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = owners(i) / expectedCount;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    requireExpected(expectedCount);
    double[] errors = new double[sums.length];
    for (int i = 0; i < errors.length; i++) {
      double owners = Math.max(0, Math.min((double) count(), owners(i)));
      double variance = owners * own * (1 - own) + (count() - owners) * other * (1 - other);
      errors[i] = Math.sqrt(variance) / (own - other) / expectedCount;
    }
    return errors;
  }

  private double owners(int category) {
    return (sums[category] - count() * other) / (own - other);
  }
}
