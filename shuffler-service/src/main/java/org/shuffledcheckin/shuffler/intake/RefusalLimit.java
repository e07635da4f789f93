package org.shuffledcheckin.shuffler.intake;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Bounds how often one client may be refused within a window, so that one that repeats itself in a
 * loop costs little. Counts authenticated clients only: nobody can use up another's allowance.
 */
final class RefusalLimit {
  private final int limit;
  private final long windowNanos;
  private final LongSupplier nanoTime;
  private final Map<Long, AtomicInteger> refused = new ConcurrentHashMap<>();
  private volatile long windowStart;

  RefusalLimit(int limit, Duration window, LongSupplier nanoTime) {
    this.limit = limit;
    this.windowNanos = window.toNanos();
    this.nanoTime = nanoTime;
    this.windowStart = nanoTime.getAsLong();
  }

  boolean isExhausted(long client) {
    roll();
    if (refused.isEmpty()) {
      return false;
    }
    AtomicInteger count = refused.get(client);
    return count != null && count.get() >= limit;
  }

  void refused(long client) {
    refused.computeIfAbsent(client, number -> new AtomicInteger()).incrementAndGet();
  }

  private void roll() {
    long now = nanoTime.getAsLong();
    if (now - windowStart >= windowNanos) {
      windowStart = now;
      refused.clear();
    }
  }
}
