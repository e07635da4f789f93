package org.shuffledcheckin.report.randomizer;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.report.RejectionReason;

/**
 * Sums the reports of one round on the aggregator's side.
 *
 * <p>Guarantees that a refused report changes nothing and that the sums are exact integers: they
 * depend on the set of reports only, never on their order, on threads or on {@link #merge}. Does
 * not know duplicates; that is for whoever knows the reports' identities. Not safe for several
 * threads.
 */
public interface ReportAggregate {
  /** The description that reports are checked against. */
  RandomizerSpec spec();

  /**
   * Adds the report between the buffer's position and limit, which do not move.
   *
   * @return why the report was refused, or nothing if it was added
   */
  Optional<RejectionReason> add(ByteBuffer report);

  /** Adds the report that fills the array. */
  default Optional<RejectionReason> add(byte[] report) {
    return add(ByteBuffer.wrap(report));
  }

  /** Adds all that another aggregate of the same description has added. */
  void merge(ReportAggregate other);

  /** How many reports were added. */
  long count();

  /** A copy of the exact integer sums that the estimates are made of. */
  long[] sums();

  /**
   * Estimates the sum of the clients' (clipped) values divided by {@code expectedCount}, in the
   * values' own unit.
   *
   * <p>With the number of reports it is their mean. With n times the check-in rate it is an
   * unbiased estimate of the population's mean that does not depend on how many came.
   *
   * @param expectedCount positive and finite; need not be an integer
   */
  double[] mean(double expectedCount);

  /** Estimates the mean over the reports that came; at least one must have. */
  default double[] mean() {
    return mean((double) count());
  }

  /**
   * Estimates the standard deviation of each number of {@link #mean} that the randomiser's noise
   * alone causes, the values behind the reports taken as given. For LDP-SGD it is an upper bound.
   */
  double[] standardErrors(double expectedCount);
}
