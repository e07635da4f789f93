package org.shuffledcheckin.integration.containers;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, and says what was waited for where they do not come. */
final class Await {
  private static final long POLL_MILLIS = 200;

  private Await() {}

  /** Waits until the condition holds. */
  static void until(String what, Duration most, BooleanSupplier condition, Supplier<String> seen)
      throws InterruptedException {
    if (!within(most, condition)) {
      throw new AssertionError(
          "after %d s still waiting for %s; %s".formatted(most.toSeconds(), what, seen.get()));
    }
  }

  /** Whether the condition comes to hold in time. */
  static boolean within(Duration most, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }
}
