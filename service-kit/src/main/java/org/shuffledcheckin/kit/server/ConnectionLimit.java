package org.shuffledcheckin.kit.server;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections up to a limit and closes further ones before a byte of them is read, so that
 * neither handshakes nor idle connections can take more memory than was allowed for.
 */
final class ConnectionLimit extends NioServerSocketChannel {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);
  private static final long WARN_EVERY_NANOS = 60_000_000_000L;

  private final int limit;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

  ConnectionLimit(int limit) {
    this.limit = limit;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int before = accepted.size();
    int count = super.doReadMessages(accepted);
    for (int i = accepted.size() - 1; i >= before; i--) {
      Channel connection = (Channel) accepted.get(i);
      if (open.incrementAndGet() > limit) {
        open.decrementAndGet();
        accepted.remove(i);
        connection.unsafe().closeForcibly();
        warn();
      } else {
        ChannelFuture unused =
            connection.closeFuture().addListener(closed -> open.decrementAndGet());
      }
    }
    return count;
  }

  private void warn() {
    long now = System.nanoTime();
    long next = nextWarning.get();
    if (now - next >= 0 && nextWarning.compareAndSet(next, now + WARN_EVERY_NANOS)) {
      LOG.atWarn()
          .addKeyValue("max_connections", limit)
          .log("connections are refused: limits.max-connections is reached");
    }
  }
}
