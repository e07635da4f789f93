package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundTimes.Step;

/** Measures where a round's time goes, for metrics; decides nothing. */
final class RoundClock {
  private final Map<Step, Duration> steps = new EnumMap<>(Step.class);
  private long last = System.nanoTime();

  void start() {
    steps.clear();
    last = System.nanoTime();
  }

  /** Notes that a step is done. */
  void done(Step step) {
    long now = System.nanoTime();
    steps.put(step, Duration.ofNanos(now - last));
    last = now;
  }

  RoundTimes times() {
    return new RoundTimes(steps);
  }
}
