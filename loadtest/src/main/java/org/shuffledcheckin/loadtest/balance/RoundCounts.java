package org.shuffledcheckin.loadtest.balance;

import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.store.RoundOutcome;

/**
 * What the aggregator says of a round.
 *
 * @param disposition {@code RELEASED}, or why it was discarded
 * @param counted reports that were summed
 * @param rejected reports that were refused, by reason
 */
public record RoundCounts(String disposition, long counted, Map<String, Long> rejected) {
  /** Copies the counts. */
  public RoundCounts {
    rejected = new TreeMap<>(rejected);
  }

  /** The counts of an outcome. */
  public static RoundCounts of(RoundOutcome outcome) {
    return new RoundCounts(outcome.disposition(), outcome.aggregated(), outcome.rejected());
  }

  /** Whether its reports were counted at all. */
  public boolean isReleased() {
    return disposition.equals("RELEASED");
  }

  /** How many reports met a fate. */
  long of(String fate) {
    return fate.equals(AckLedger.COUNTED) ? counted : rejected.getOrDefault(fate, 0L);
  }

  /** Reports that were summed or refused. */
  public long reports() {
    return counted + rejected.values().stream().mapToLong(Long::longValue).sum();
  }
}
