package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How long a round still takes pledges and deliveries, by a clock that never jumps; and whether it
 * was ended. Safe for several threads.
 */
public final class RoundTime {
  private final LongSupplier nanoTime;
  private final long start;
  private final long end;
  private final List<Runnable> atEnd = new ArrayList<>();
  private volatile boolean over;

  /** Starts the time of a round. */
  public RoundTime(Duration remaining, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.end = start + remaining.toNanos();
  }

  /** Ends the round before its time. */
  public void end() {
    List<Runnable> actions;
    synchronized (this) {
      over = true;
      actions = List.copyOf(atEnd);
      atEnd.clear();
    }
    actions.forEach(Runnable::run);
  }

  /** Runs an action when the round is ended before its time; at once if it was. */
  public void onEnd(Runnable action) {
    synchronized (this) {
      if (!over) {
        atEnd.add(action);
        return;
      }
    }
    action.run();
  }

  /** Whether the round is over. */
  public boolean isOver() {
    return over || left().isZero();
  }

  /** What is left; zero when the round is over. */
  public Duration left() {
    long nanos = over ? 0 : end - nanoTime.getAsLong();
    return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  /** What has passed since the announcement came. */
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }

  /** The shorter of what is left and the given duration, at least a millisecond. */
  public Duration atMost(Duration duration) {
    Duration left = left();
    Duration shorter = left.compareTo(duration) < 0 ? left : duration;
    return shorter.toMillis() < 1 ? Duration.ofMillis(1) : shorter;
  }
}
