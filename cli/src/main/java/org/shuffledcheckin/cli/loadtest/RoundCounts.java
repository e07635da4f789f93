package org.shuffledcheckin.cli.loadtest;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the aggregator says of a round.
 *
 * @param disposition {@code RELEASED}, or why it was discarded
 * @param counted reports that were summed
 * @param rejected reports that were refused, by reason
 */
record RoundCounts(String disposition, long counted, Map<String, Long> rejected) {
  /** Copies the counts. */
  RoundCounts {
    rejected = new TreeMap<>(rejected);
  }

  boolean isReleased() {
    return disposition.equals("RELEASED");
  }

  long of(String fate) {
    return fate.equals(Acknowledged.COUNTED) ? counted : rejected.getOrDefault(fate, 0L);
  }

  long reports() {
    return counted + rejected.values().stream().mapToLong(Long::longValue).sum();
  }
}
