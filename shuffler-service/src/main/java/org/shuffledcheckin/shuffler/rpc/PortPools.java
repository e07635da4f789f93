package org.shuffledcheckin.shuffler.rpc;

import java.time.Duration;
import org.shuffledcheckin.kit.server.CallPool;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.config.ClientCallLimits;

/** Which calls of each port may stay long, and what those may use. The others are short. */
public final class PortPools {
  private static final int TRUSTED_CALLS = 100;

  private PortPools() {}

  /** Pools for what clients call. */
  public static GrpcServer.Builder clients(GrpcServer.Builder port, ClientCallLimits limits) {
    return port.window(limits.window())
        .pool(
            new CallPool(
                "subscriptions",
                limits.maxSubscriptions(),
                limits.subscriptionsPerConnection(),
                limits.subscriptionTime()),
            CheckInGrpc.getSubscribeMethod())
        .pool(
            pool("downloads", limits.maxDownloads(), limits.downloadTime()),
            CheckInGrpc.getDownloadModelMethod())
        .pool(
            pool("deliveries", limits.maxDeliveries(), limits.deliveryTime()),
            CheckInGrpc.getDeliverMethod());
  }

  /**
   * Pools for what the aggregator calls: a round may be open for a week, its batch is waited for.
   */
  public static GrpcServer.Builder aggregator(GrpcServer.Builder port) {
    return port.pool(
            pool("uploads", TRUSTED_CALLS, Duration.ofHours(1)), ReleaseGrpc.getOpenRoundMethod())
        .pool(
            pool("batches", TRUSTED_CALLS, Duration.ofDays(8)),
            ReleaseGrpc.getReceiveBatchMethod());
  }

  /** Pools for what operators call. */
  public static GrpcServer.Builder operators(GrpcServer.Builder port) {
    return port.pool(
        pool("enrolments", TRUSTED_CALLS, Duration.ofHours(1)),
        ShufflerOperatorGrpc.getEnrolMethod());
  }

  private static CallPool pool(String name, int limit, Duration longest) {
    return new CallPool(name, limit, limit, longest);
  }
}
