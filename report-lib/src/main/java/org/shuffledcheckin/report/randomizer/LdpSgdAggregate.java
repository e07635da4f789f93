package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.ExactBernoulli;

/**
 * The aggregator's side of LDP-SGD: sums the reported half-spaces' unit vectors and rescales.
 *
 * <p>For a unit vector z and v uniform on the sphere, E[sign(z·v)·v] = z·Γ(d/2)/(√π·Γ((d+1)/2)),
 * and telling the truth with probability p shortens it by 2p−1; dividing by both and multiplying by
 * the clip makes the estimate unbiased. The length of a single contribution is fixed by that: there
 * is no norm to refuse.
 */
final class LdpSgdAggregate implements ReportAggregate {
  // Unit vectors are summed as integers in this unit, so that sums do not depend on their order.
  private static final double UNIT = 0x1p30;

  private final LdpSgdSpec spec;
  private final ReportFormat format;
  private final Direction direction = new Direction();
  private final double contributionNorm;
  private final int[] vector;
  private final byte[] seed = new byte[Direction.SEED_BYTES];
  private final long[] sums;
  private long count;

  LdpSgdAggregate(LdpSgdSpec spec) {
    this.spec = spec;
    format = spec.format();
    double truth = ExactBernoulli.truthfulAtMost(spec.epsilon0()).probability();
    double shrinkage = SphereMean.halfSphere(spec.dimension()) * (2 * truth - 1);
    contributionNorm = spec.clip() / shrinkage;
    vector = new int[spec.dimension()];
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
    ByteBuffer payload = format.payload(report);
    payload.get(seed);
    byte side = payload.get();
    if (side != 0 && side != 1) {
      return Optional.of(RejectionReason.NON_CANONICAL);
    }
    direction.write(seed, vector);
    double norm = norm();
    if (norm == 0) {
      // No honest seed gives the null vector; in one dimension 1 in 10,000 does, and adds nothing.
      count++;
      return Optional.empty();
    }
    addUnitVector(side == 1 ? UNIT / norm : -UNIT / norm);
    return Optional.empty();
  }

  private void addUnitVector(double scale) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += (long) Math.rint(vector[i] * scale);
    }
    count++;
  }

  private double norm() {
    long squares = 0;
    for (int x : vector) {
      squares += (long) x * x;
    }
    return Math.sqrt((double) squares);
  }

  @Override
  public void merge(ReportAggregate other) {
    LdpSgdAggregate same = (LdpSgdAggregate) Merging.requireSameSpec(this, other);
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
    double unit = contributionNorm / UNIT / Bounds.requireExpectedCount(expectedCount);
    double[] mean = new double[sums.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = sums[i] * unit;
    }
    return mean;
  }

  @Override
  public double[] standardErrors(double expectedCount) {
    double perReport = contributionNorm / Math.sqrt(spec.dimension());
    double[] errors = new double[sums.length];
    Arrays.fill(
        errors, perReport * Math.sqrt((double) count) / Bounds.requireExpectedCount(expectedCount));
    return errors;
  }
}
