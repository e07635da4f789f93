package org.shuffledcheckin.shuffler.config;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import org.shuffledcheckin.kit.config.Default;

/**
 * What the operator decides about rounds.
 *
 * @param maxOpen unfinished rounds at once, over all runs
 * @param maxRuns runs that are remembered, for ever: forgetting one would forget its ledger
 * @param population what must reach the announced number of clients
 * @param configuredClients the number for {@link PopulationCheck#CONFIGURED}
 */
public record RoundRules(
    @Default("4") int maxOpen,
    @Default("10000") int maxRuns,
    @Default("answered") PopulationCheck population,
    @Default("0") long configuredClients) {
  /** Validates every rule. */
  public RoundRules {
    requireBetween("max-open", maxOpen, 1, 1000);
    requireBetween("max-runs", maxRuns, 1, 10_000_000);
    if (population == PopulationCheck.CONFIGURED) {
      requireAtLeast("configured-clients", configuredClients, 1);
    }
  }
}
