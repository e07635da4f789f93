package org.shuffledcheckin.aggregator.store;

import java.util.Map;

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
    long charged, long committed, long discarded, long aggregated, Map<String, Long> rejected) {}
