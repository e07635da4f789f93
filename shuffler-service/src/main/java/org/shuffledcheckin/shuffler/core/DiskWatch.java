package org.shuffledcheckin.shuffler.core;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at free disk once a second, and says so when there begins or ceases to be too little. How
 * much there is it tells when a round closes or none is open: a number that fell while one is open
 * would show how much came in.
 */
final class DiskWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Platform platform;
  private final long minimum;
  private volatile boolean low;
  private volatile long told;
  private long nextLook;

  DiskWatch(Platform platform, long minimum) {
    this.platform = platform;
    this.minimum = minimum;
    this.nextLook = platform.nanoTime().getAsLong();
    look(true);
  }

  boolean isLow() {
    return low;
  }

  /** Free disk as it may be told. */
  long told() {
    return told;
  }

  Optional<String> problem() {
    return low ? Optional.of("free disk is below intake.min-free-disk") : Optional.empty();
  }

  /** Tells how much there is now. */
  void tell() {
    told = platform.freeDisk().getAsLong();
  }

  void look(boolean mayTell) {
    long now = platform.nanoTime().getAsLong();
    if (now - nextLook < 0) {
      return;
    }
    nextLook = now + LOOK_EVERY_NANOS;
    boolean before = low;
    low = platform.freeDisk().getAsLong() < minimum;
    if (mayTell) {
      tell();
    }
    if (low != before) {
      LOG.atWarn()
          .addKeyValue("bytes", minimum)
          .log(
              low
                  ? "free disk is below intake.min-free-disk: clients are told BUSY"
                  : "free disk is above intake.min-free-disk again: clients are served");
    }
  }
}
