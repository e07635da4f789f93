package org.shuffledcheckin.loadtest;

import java.time.Duration;

/** What happened in one round as its honest clients saw it. Guarded by {@link LoadWatch}. */
final class RoundActivity {
  private final long announcedNanos;
  private final long endNanos;
  private long lastReplyNanos;
  private long closedNanos;
  private boolean closed;
  private long pledges;
  private long reports;
  private long bytes;

  RoundActivity(long announcedNanos, Duration remaining) {
    this.announcedNanos = announcedNanos;
    this.endNanos = announcedNanos + remaining.toNanos();
    this.lastReplyNanos = announcedNanos;
    this.closedNanos = announcedNanos;
  }

  void pledged() {
    pledges++;
  }

  void delivered(long reportsOfOne, long bytesOfOne) {
    reports += reportsOfOne;
    bytes += bytesOfOne;
  }

  void replied(long nanos) {
    lastReplyNanos = Math.max(lastReplyNanos, nanos);
  }

  void closed(long nanos) {
    if (!closed) {
      closed = true;
      closedNanos = nanos;
    }
  }

  /** Whether it is over: its close was heard of, or its time is up. */
  boolean isOver(long nanos) {
    return closed || nanos - endNanos >= 0;
  }

  Duration since(long nanos) {
    return Duration.ofNanos(nanos - announcedNanos);
  }

  /** From the announcement to the last reply: how long clients were at it. */
  Duration busy() {
    return since(lastReplyNanos);
  }

  /** From the announcement to the close; zero where that was not heard of. */
  Duration open() {
    return since(closedNanos);
  }

  long pledges() {
    return pledges;
  }

  long reports() {
    return reports;
  }

  long bytes() {
    return bytes;
  }
}
