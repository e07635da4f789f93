package org.shuffledcheckin.aggregator.round;

import java.time.Duration;

/** Waits; tests let time pass at once. */
public interface Pause {
  /** Waits so long. */
  void sleep(Duration duration) throws InterruptedException;
}
