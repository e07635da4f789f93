package org.shuffledcheckin.kit.server;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts the connections that {@link Connections} has room for and closes others before a byte of
 * them is read, so that neither handshakes nor idle connections can take more memory than was
 * allowed for.
 */
final class ConnectionLimit extends NioServerSocketChannel {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);
  private static final long WARN_EVERY_NANOS = 60_000_000_000L;

  private final Connections connections;
  private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

  ConnectionLimit(Connections connections) {
    this.connections = connections;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int before = accepted.size();
    int count = super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= before; i--) {
      Channel connection = (Channel) accepted.get(i);
      Connections.Ends ends =
          new Connections.Ends(connection.remoteAddress(), connection.localAddress());
      Optional<Connection> taken =
          ends.remote() == null
              ? Optional.empty()
              : connections.accept(ends, () -> cut(connection));
      if (taken.isPresent()) {
        ChannelFuture unused =
            connection.closeFuture().addListener(closed -> connections.ended(ends, taken.get()));
      } else {
        accepted.remove(i);
        connection.unsafe().closeForcibly();
        warn();
      }
    }
    return count;
  }

  /** Closes the socket at once; an orderly end of HTTP/2 would wait for the peer. */
  private static void cut(Channel connection) {
    if (connection.isRegistered()) {
      connection
          .eventLoop()
          .execute(() -> connection.unsafe().close(connection.unsafe().voidPromise()));
    } else {
      connection.unsafe().closeForcibly();
    }
  }

  private void warn() {
    long now = System.nanoTime();
    long next = nextWarning.get();
    if (now - next >= 0 && nextWarning.compareAndSet(next, now + WARN_EVERY_NANOS)) {
      LOG.atWarn()
          .log(
              "connections are refused: limits.max-connections or limits.strangers-per-address is"
                  + " reached");
    }
  }
}
