package org.shuffledcheckin.cli.status;

import java.util.Map;
import java.util.Optional;

/**
 * What the metrics of a shuffler or a host of clients tell people.
 *
 * @param counts by a name for people
 * @param lifetime where the budget of a host's clients stands
 */
record Meters(Map<String, Long> counts, Optional<LifetimeStatus> lifetime) {
  /** Of what has no such metrics. */
  static final Meters NONE = new Meters(Map.of(), Optional.empty());
}
