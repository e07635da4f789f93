package org.shuffledcheckin.shuffler.core;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at free disk once a second, and says so when there begins or ceases to be too little. */
final class DiskWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Platform platform;
  private final long minimum;
  private volatile boolean low;
  private long nextLook;

  DiskWatch(Platform platform, long minimum) {
    this.platform = platform;
    this.minimum = minimum;
    this.nextLook = platform.nanoTime().getAsLong();
    look();
  }

  boolean isLow() {
    return low;
  }

  Optional<String> problem() {
    return low ? Optional.of("free disk is below intake.min-free-disk") : Optional.empty();
  }

  void look() {
    long now = platform.nanoTime().getAsLong();
    if (now - nextLook < 0) {
      return;
    }
    nextLook = now + LOOK_EVERY_NANOS;
    boolean before = low;
    low = platform.freeDisk().getAsLong() < minimum;
    if (low != before) {
      LOG.atWarn()
          .addKeyValue("bytes", minimum)
          .log(
              low
                  ? "free disk is below intake.min-free-disk: answers are refused as BUSY"
                  : "free disk is above intake.min-free-disk again: answers are taken");
    }
  }
}
