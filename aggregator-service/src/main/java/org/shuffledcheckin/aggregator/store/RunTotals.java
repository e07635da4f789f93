package org.shuffledcheckin.aggregator.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts over all rounds of a run.
 *
 * @param charged rounds in the ledger
 * @param committed rounds that are in the model
 * @param discarded rounds that never will be
 * @param aggregated reports counted
 * @param rejected reports refused, by reason
 */
public record RunTotals(
    long charged, long committed, long discarded, long aggregated, Map<String, Long> rejected) {
  /** Takes a copy. */
  public RunTotals {
    rejected = Collections.unmodifiableMap(new TreeMap<>(rejected));
  }

  /** With one more charged round. */
  public RunTotals withCharge() {
    return new RunTotals(charged + 1, committed, discarded, aggregated, rejected);
  }

  /** With the outcome of a charged round. */
  public RunTotals with(RoundOutcome outcome) {
    Map<String, Long> all = new TreeMap<>(rejected);
    outcome.rejected().forEach((reason, count) -> all.merge(reason, count, Long::sum));
    return new RunTotals(
        charged,
        committed + (outcome.isCommitted() ? 1 : 0),
        discarded + (outcome.isCommitted() ? 0 : 1),
        aggregated + outcome.aggregated(),
        all);
  }
}
