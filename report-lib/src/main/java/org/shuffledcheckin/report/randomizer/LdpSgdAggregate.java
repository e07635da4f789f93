package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.noise.ExactBernoulli;

/**
 * The aggregator's side of LDP-SGD: sums the reported half-spaces' unit vectors and rescales.
 *
 * <p>For a unit vector z and v uniform on the sphere, E[sign(z·v)·v] = z·Γ(d/2)/(√π·Γ((d+1)/2)),
 * and telling the truth with probability p shortens it by 2p−1; dividing by both and multiplying by
 * the clip makes the estimate unbiased. The length of a single contribution is fixed by that: there
 * is no norm to refuse.
 */
final class LdpSgdAggregate extends IntegerSums {
  // Unit vectors are summed as integers in this unit, so that sums do not depend on their order.
  private static final double UNIT = 0x1p30;

  private final Direction direction = new Direction();
  private final double contributionNorm;
  private final int[] vector;
  private final byte[] seed = new byte[Direction.SEED_BYTES];

  LdpSgdAggregate(LdpSgdSpec spec) {
    super(spec);
    double truth = ExactBernoulli.truthfulAtMost(spec.epsilon0()).probability();
    double shrinkage = SphereMean.halfSphere(spec.dimension()) * (2 * truth - 1);
    contributionNorm = spec.clip() / shrinkage;
    vector = new int[spec.dimension()];
  }

  @Override
  Optional<RejectionReason> addPayload(ByteBuffer payload) {
    payload.get(seed);
    byte side = payload.get();
    if (side != 0 && side != 1) {
      return Optional.of(RejectionReason.MALFORMED);
    }
    direction.write(seed, vector);
    double norm = norm();
    // No honest seed gives the null vector; in one dimension 1 in 10,000 does, and adds nothing.
    if (norm > 0) {
      addUnitVector(side == 1 ? UNIT / norm : -UNIT / norm);
    }
    return Optional.empty();
  }

  private void addUnitVector(double scale) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += (long) Math.rint(vector[i] * scale);
    }
  }

  private double norm() {
    long squares = 0;
    for (int x : vector) {
      squares += (long) x * x;
    }
    return Math.sqrt((double) squares);
  }

  @Override
  public double[] mean(double expectedCount) {
    double unit = contributionNorm / UNIT / requireExpected(expectedCount);
    double[] mean = new double[sums.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = sums[i] * unit;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double perReport = contributionNorm / Math.sqrt(sums.length);
    double[] errors = new double[sums.length];
    Arrays.fill(errors, perReport * Math.sqrt((double) count()) / requireExpected(expectedCount));
    return errors;
  }
}
