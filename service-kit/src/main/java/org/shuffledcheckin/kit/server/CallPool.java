package org.shuffledcheckin.kit.server;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of one kind: how many of them at once, how many on one connection, and how long each may
 * take. Kinds do not share places, so that calls which stay (streams) cannot keep out those which
 * are short.
 */
public final class CallPool {
  private final String name;
  private final int limit;
  private final int perConnection;
  private final Duration longest;
  private final AtomicInteger underWay = new AtomicInteger();

  /**
   * A pool without anyone in it.
   *
   * @param name of the calls, in the plural, for the sentence that refuses
   * @param limit calls at once, over all connections
   * @param perConnection calls at once on one connection
   * @param longest time from a call's headers to its end; then it is DEADLINE_EXCEEDED
   */
  public CallPool(String name, int limit, int perConnection, Duration longest) {
    requireBetween("limit of " + name, limit, 1, 10_000_000);
    requireBetween("limit of " + name + " on one connection", perConnection, 1, 10_000_000);
    requireBetween("milliseconds for " + name, longest.toMillis(), 1, 30 * 86_400_000L);
    this.name = name;
    this.limit = limit;
    this.perConnection = perConnection;
    this.longest = longest;
  }

  String name() {
    return name;
  }

  Duration longest() {
    return longest;
  }

  /** Takes a place here and on the connection, or neither. */
  boolean enter(Connection connection) {
    if (!connection.enter(this, perConnection)) {
      return false;
    }
    if (underWay.incrementAndGet() > limit) {
      underWay.decrementAndGet();
      connection.leave(this);
      return false;
    }
    return true;
  }

  void leave(Connection connection) {
    underWay.decrementAndGet();
    connection.leave(this);
  }
}
