package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import org.shuffledcheckin.aggregator.run.RoundTimes;

/** Measures where a round's time goes, for metrics; decides nothing. */
final class RoundClock {
  private long last = System.nanoTime();
  private RoundTimes times = RoundTimes.NONE;

  void start() {
    times = RoundTimes.NONE;
    last = System.nanoTime();
  }

  void charged() {
    times = new RoundTimes(lap(), times.open(), times.collect(), times.sum(), times.commit());
  }

  void opened() {
    times = new RoundTimes(times.charge(), lap(), times.collect(), times.sum(), times.commit());
  }

  void released() {
    times = new RoundTimes(times.charge(), times.open(), lap(), times.sum(), times.commit());
  }

  void summed() {
    times = new RoundTimes(times.charge(), times.open(), times.collect(), lap(), times.commit());
  }

  RoundTimes committed() {
    times = new RoundTimes(times.charge(), times.open(), times.collect(), times.sum(), lap());
    return times;
  }

  private Duration lap() {
    long now = System.nanoTime();
    Duration lap = Duration.ofNanos(now - last);
    last = now;
    return lap;
  }
}
