package org.shuffledcheckin.kit.server;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.kit.round.WireLimits;

/** Channels to our own servers. They send no user agent of their own. */
public final class GrpcChannels {
  private static final long CLOSE_SECONDS = 5;

  private GrpcChannels() {}

  /** A channel to a port; make the credentials with {@code TlsIdentity}. */
  public static ManagedChannel connect(String host, int port, ChannelCredentials credentials) {
    QuietTransport.install();
    return NettyChannelBuilder.forAddress(host, port, credentials)
        // The longest report alone fills a message; room for what wraps it.
        .maxInboundMessageSize(WireLimits.MESSAGE_BYTES + 1024)
        .keepAliveTime(60, TimeUnit.SECONDS)
        .userAgent("checkin")
        .build();
  }

  /** Ends every call of a channel at once, and waits a moment until it is gone. */
  public static void close(ManagedChannel channel) {
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Why a call failed, in the words of the network that lie under what gRPC says, such as
   * "Connection refused", or of the peer; nothing if there are none.
   *
   * @param separator before the words, if there are any
   */
  public static String reason(Status status, String separator) {
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String words = cause == null ? status.getDescription() : cause.getMessage();
    return words == null ? "" : separator + words;
  }
}
