package org.shuffledcheckin.shuffler.config;

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
    if (maxOpen < 1 || maxOpen > 1000) {
      throw new IllegalArgumentException("max-open must be in [1, 1000] but is " + maxOpen);
    }
    if (maxRuns < 1 || maxRuns > 10_000_000) {
      throw new IllegalArgumentException("max-runs must be in [1, 10^7] but is " + maxRuns);
    }
    if (population == PopulationCheck.CONFIGURED && configuredClients < 1) {
      throw new IllegalArgumentException(
          "configured-clients must be at least 1 where population is configured but is "
              + configuredClients);
    }
  }

  /** The rules where nobody configured any. */
  public static RoundRules defaults() {
    return new RoundRules(4, 10_000, PopulationCheck.ANSWERED, 0);
  }
}
