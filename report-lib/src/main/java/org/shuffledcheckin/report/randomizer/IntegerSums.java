package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;

/** What all aggregates share: exact integer sums, how many reports are in them, and merging. */
abstract class IntegerSums implements ReportAggregate {
  /** What reports have added. */
  protected final long[] sums;

  private final RandomizerSpec spec;
  private final ReportFormat format;
  private long count;

  IntegerSums(RandomizerSpec spec) {
    this(spec, new long[spec.dimension()], 0);
  }

  /** Starts from what {@code count} reports added up to elsewhere. */
  IntegerSums(RandomizerSpec spec, long[] sums, long count) {
    this.spec = spec;
    this.sums = sums;
    this.count = count;
    format = spec.format();
  }

  /**
   * Adds the payload of a report of the right length and header, or changes nothing.
   *
   * @return why it was refused, or nothing if it was added
   */
  abstract Optional<RejectionReason> addPayload(ByteBuffer payload);

  @Override
  public final Optional<RejectionReason> add(ByteBuffer report) {
    Optional<RejectionReason> refused =
        format.check(report).or(() -> addPayload(format.payload(report)));
    if (refused.isEmpty()) {
      count++;
    }
    return refused;
  }

  @Override
  public final void merge(ReportAggregate other) {
    if (!spec.equals(other.spec())) {
      throw new IllegalArgumentException(
          "aggregate must be of " + spec + " but is of " + other.spec());
    }
    long[] others = ((IntegerSums) other).sums;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others[i];
    }
    count += other.count();
  }

  @Override
  public final RandomizerSpec spec() {
    return spec;
  }

  @Override
  public final long count() {
    return count;
  }

  @Override
  public final long[] sums() {
    return sums.clone();
  }

  static double requireExpected(double count) {
    return Arguments.requirePositive("expected count", count);
  }
}
