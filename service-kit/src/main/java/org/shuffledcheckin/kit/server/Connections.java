package org.shuffledcheckin.kit.server;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The open connections of one port. Strangers, who have not shown a credential yet, have few places
 * and little time: where places are short, the stranger that has waited longest goes, never someone
 * who is known. An address may open so many connections that never show a credential.
 */
final class Connections extends ServerTransportFilter {
  /** Calls without a credential that a connection may make in a row. */
  private static final int STRIKES = 16;

  private final ServerLimits limits;
  private final boolean knownByHandshake;
  private final StrangerRate rate;
  private final ScheduledExecutorService timers;
  private final Map<Ends, Connection> open = new ConcurrentHashMap<>();

  /** Those who have shown nothing yet, oldest first, each with what will close it. */
  private final Map<Connection, Future<?>> strangers = new LinkedHashMap<>();

  /** What names a connection. */
  record Ends(SocketAddress remote, SocketAddress local) {}

  /**
   * A port without connections.
   *
   * @param knownByHandshake whether everyone who ends the TLS handshake has shown a credential
   */
  Connections(ServerLimits limits, boolean knownByHandshake, ScheduledExecutorService timers) {
    this.limits = limits;
    this.knownByHandshake = knownByHandshake;
    this.timers = timers;
    this.rate =
        new StrangerRate(
            limits.strangers().strangersPerAddress(),
            limits.strangers().strangersWindow().toNanos(),
            System::nanoTime);
  }

  /** Takes a connection, unless its address has tried too often or every place is a known one's. */
  Optional<Connection> accept(Ends ends, Runnable close) {
    String address = StrangerRate.address(ends.remote);
    if (!rate.attempt(address) || !makeRoom()) {
      return Optional.empty();
    }
    Connection connection = new Connection(address, close);
    long patience = limits.strangers().introduction().toMillis();
    synchronized (strangers) {
      strangers.put(connection, timers.schedule(close, patience, TimeUnit.MILLISECONDS));
    }
    open.put(ends, connection);
    return Optional.of(connection);
  }

  /** Forgets a connection that has ended. */
  void ended(Ends ends, Connection connection) {
    open.remove(ends, connection);
    noStranger(connection);
  }

  /** Notes that a connection has shown a credential: it stays, and its attempt did not count. */
  void introduced(Connection connection) {
    if (connection.markKnown()) {
      noStranger(connection);
      rate.giveBack(connection.address());
    }
  }

  /** Counts a call without a valid credential; after too many in a row, the connection goes. */
  boolean attempt(Connection connection) {
    boolean allowed = connection.strike() <= STRIKES;
    if (!allowed) {
      connection.close();
    }
    return allowed;
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    Connection found =
        open.get(
            new Ends(
                attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
                attributes.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)));
    // Inside one process nothing was accepted, and there is nothing to close.
    Connection connection = found == null ? new Connection("", () -> {}) : found;
    if (knownByHandshake) {
      introduced(connection);
    }
    return attributes.toBuilder().set(Connection.KEY, connection).build();
  }

  private void noStranger(Connection connection) {
    Future<?> timer;
    synchronized (strangers) {
      timer = strangers.remove(connection);
    }
    if (timer != null) {
      timer.cancel(false);
    }
  }

  /** Closes the stranger that has waited longest where the newcomer would be one too many. */
  private boolean makeRoom() {
    int most = limits.strangers().maxStrangers();
    int full = open.size() - limits.load().maxConnections();
    Connection oldest;
    synchronized (strangers) {
      if (full < 0 && strangers.size() < most) {
        return true;
      }
      Iterator<Connection> waiting = strangers.keySet().iterator();
      // Those that were told to go are still open for a moment; there is an end to that as well.
      if (full > most || !waiting.hasNext()) {
        return false;
      }
      oldest = waiting.next();
    }
    noStranger(oldest);
    oldest.close();
    return true;
  }
}
