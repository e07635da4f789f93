package org.shuffledcheckin.aggregator.run;

import java.time.Duration;

/**
 * Where the time of one round went. Durations are of this process: a round that was resumed after a
 * restart shows only what was left of it.
 *
 * @param charge asking the gate and writing the ledger
 * @param open handing round and model to the shuffler
 * @param collect waiting until the shuffler begins to release
 * @param sum receiving, opening, checking and adding reports
 * @param commit updating and storing the model
 */
public record RoundTimes(
    Duration charge, Duration open, Duration collect, Duration sum, Duration commit) {
  /** Times of a round of which nothing was seen. */
  public static final RoundTimes NONE =
      new RoundTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
}
