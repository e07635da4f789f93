package org.shuffledcheckin.kit.server;

import io.grpc.Attributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection: whether whoever is at its other end has shown a credential, and how many calls of
 * each kind are under way on it. It begins as a stranger's.
 */
final class Connection {
  /** Where calls find the connection that they came on. */
  static final Attributes.Key<Connection> KEY = Attributes.Key.create("connection");

  private final String address;
  private final Runnable close;
  private final AtomicBoolean known = new AtomicBoolean();
  private final AtomicInteger strikes = new AtomicInteger();
  private final Map<CallPool, Integer> calls = new HashMap<>(2);

  /**
   * A connection that was accepted.
   *
   * @param address that strangers are counted by
   * @param close ends it
   */
  Connection(String address, Runnable close) {
    this.address = address;
    this.close = close;
  }

  String address() {
    return address;
  }

  void close() {
    close.run();
  }

  /** Notes that a credential was shown; whether it is the first. */
  boolean markKnown() {
    strikes.set(0);
    return !known.get() && known.compareAndSet(false, true);
  }

  /** Counts a call without a valid credential; how many there were in a row. */
  int strike() {
    return strikes.incrementAndGet();
  }

  synchronized boolean enter(CallPool pool, int limit) {
    int now = calls.getOrDefault(pool, 0);
    if (now >= limit) {
      return false;
    }
    calls.put(pool, now + 1);
    return true;
  }

  synchronized void leave(CallPool pool) {
    calls.computeIfPresent(pool, (kind, now) -> now == 1 ? null : now - 1);
  }
}
