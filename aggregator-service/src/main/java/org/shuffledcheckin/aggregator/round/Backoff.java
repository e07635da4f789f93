package org.shuffledcheckin.aggregator.round;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before trying again: doubling up to a ceiling, each wait drawn between half and
 * all of it, so that many who failed together do not come back together. Not safe for several
 * threads.
 */
final class Backoff {
  private final Duration first;
  private final Duration ceiling;
  private final RandomGenerator random;
  private Duration next;

  Backoff(Duration first, Duration ceiling, RandomGenerator random) {
    this.first = first;
    this.ceiling = ceiling;
    this.random = random;
    this.next = first;
  }

  /** The next wait. */
  Duration next() {
    long nanos = next.toNanos();
    Duration twice = next.multipliedBy(2);
    next = twice.compareTo(ceiling) > 0 ? ceiling : twice;
    return Duration.ofNanos(nanos / 2 + (long) (random.nextDouble() * (nanos / 2.0)));
  }

  /** Begins anew after a success. */
  void reset() {
    next = first;
  }
}
