package org.shuffledcheckin.aggregator.store;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.shuffledcheckin.accountant.Arguments;

/**
 * What became of a round.
 *
 * @param disposition one word: released, or why it was discarded
 * @param reports how many the shuffler released
 * @param missing how many reports were pledged and did not arrive, as the shuffler tells
 * @param aggregated how many were counted
 * @param rejected how many were refused, by reason; only reasons that occurred
 * @param estimate what a counting round found; nothing for a training round
 */
public record RoundOutcome(
    String disposition,
    long reports,
    long missing,
    long aggregated,
    Map<String, Long> rejected,
    Optional<Estimate> estimate) {
  private static final String RELEASED = "RELEASED";

  /** Validates that every released report is accounted for. */
  public RoundOutcome {
    Objects.requireNonNull(disposition, "disposition");
    Objects.requireNonNull(estimate, "estimate");
    Arguments.requireAtLeast("missing reports", missing, 0);
    rejected = Collections.unmodifiableMap(new TreeMap<>(rejected));
    long refused = rejected.values().stream().mapToLong(Long::longValue).sum();
    if (reports != aggregated + refused) {
      throw new IllegalArgumentException(
          "reports must be aggregated plus rejected, %d, but are %d"
              .formatted(aggregated + refused, reports));
    }
  }

  /** A round whose released reports were counted or refused. */
  public static RoundOutcome committed(
      long reports, long aggregated, Map<String, Long> rejected, Optional<Estimate> estimate) {
    return new RoundOutcome(RELEASED, reports, 0, aggregated, rejected, estimate);
  }

  /** A round of which nothing was counted. */
  public static RoundOutcome discarded(String why) {
    return new RoundOutcome(why, 0, 0, 0, Map.of(), Optional.empty());
  }

  /** The same outcome of a round in which so many pledged reports did not arrive. */
  public RoundOutcome withMissing(long lost) {
    return new RoundOutcome(disposition, reports, lost, aggregated, rejected, estimate);
  }

  /** Whether its reports were counted. */
  public boolean isCommitted() {
    return disposition.equals(RELEASED);
  }
}
