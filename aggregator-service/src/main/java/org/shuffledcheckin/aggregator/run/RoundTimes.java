package org.shuffledcheckin.aggregator.run;

import java.time.Duration;
import java.util.Map;

/**
 * Where the time of one round went. Durations are of this process: a round that was resumed after a
 * restart shows only what was left of it.
 *
 * @param steps how long each took; a step of which nothing was seen is missing
 */
public record RoundTimes(Map<Step, Duration> steps) {
  /** Takes a copy. */
  public RoundTimes {
    steps = Map.copyOf(steps);
  }

  /** What a round consists of, in order. */
  public enum Step {
    /** Asking the gate and writing the ledger. */
    CHARGE,
    /** Handing round and model to the shuffler. */
    OPEN,
    /** Waiting until the shuffler begins to release. */
    COLLECT,
    /** Receiving, opening, checking and adding reports. */
    SUM,
    /** Updating and storing the model. */
    COMMIT
  }

  /** How long a step took. */
  public Duration of(Step step) {
    return steps.getOrDefault(step, Duration.ZERO);
  }

  /** How long all of it took. */
  public Duration total() {
    return steps.values().stream().reduce(Duration.ZERO, Duration::plus);
  }
}
