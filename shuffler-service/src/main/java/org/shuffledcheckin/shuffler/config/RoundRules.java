package org.shuffledcheckin.shuffler.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import org.shuffledcheckin.kit.config.Default;

/**
 * What the operator decides about rounds.
 *
 * @param maxOpen unfinished rounds at once, over all runs
 * @param maxRuns runs that are remembered, for ever: forgetting one would forget its ledger
 * @param earlyClose whether a round closes before its time when every enrolled client has pledged
 *     and everything pledged was delivered. It loses no report, but its moment tells when the
 *     slowest was done: for simulated clients only
 * @param revokeBadSeeds whether a client is revoked whose seed the aggregator struck, in rounds
 *     whose reports are only added up. The aggregator strikes blindly, but may strike whom it
 *     likes: only where it is believed that far. While such a round lasts, the shuffler's disk
 *     tells which report is whose
 */
public record RoundRules(
    @Default("4") int maxOpen,
    @Default("10000") int maxRuns,
    @Default("false") boolean earlyClose,
    @Default("false") boolean revokeBadSeeds) {
  /** Validates every rule. */
  public RoundRules {
    requireBetween("max-open", maxOpen, 1, 1000);
    requireBetween("max-runs", maxRuns, 1, 10_000_000);
  }
}
