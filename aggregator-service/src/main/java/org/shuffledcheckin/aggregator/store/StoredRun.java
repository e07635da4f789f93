package org.shuffledcheckin.aggregator.store;

import java.time.Instant;
import java.util.Objects;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A run as it was created.
 *
 * @param id the run
 * @param configuration canonical text of everything that must not change while it lasts
 * @param created when, by the aggregator's clock
 */
public record StoredRun(RoundId.Run id, String configuration, Instant created) {
  /** Validates that all is there. */
  public StoredRun {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(configuration, "configuration");
    Objects.requireNonNull(created, "created");
  }
}
