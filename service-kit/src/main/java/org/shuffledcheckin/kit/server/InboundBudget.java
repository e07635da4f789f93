package org.shuffledcheckin.kit.server;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of requests that are being received or worked on, over all calls of a port. */
final class InboundBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  InboundBudget(long limit) {
    this.limit = limit;
  }

  /** Counts bytes that have come; whether there was room for them. They count either way. */
  boolean take(long bytes) {
    return used.addAndGet(bytes) <= limit;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }
}
