package org.shuffledcheckin.kit.server;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.time.Duration;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.Flat;

/**
 * What one gRPC port lets its callers use.
 *
 * @param maxMessage longest request
 * @param maxMetadata longest header block
 * @param load how much at once
 * @param timeouts how long
 */
public record ServerLimits(
    @Default("4MiB") ByteSize maxMessage,
    @Default("8KiB") ByteSize maxMetadata,
    @Flat Load load,
    @Flat Timeouts timeouts) {
  /** Validates both lengths. */
  public ServerLimits {
    checkMaxMessage(maxMessage);
    requireBetween("max-metadata bytes", maxMetadata.bytes(), 1024, 1 << 20);
  }

  /** Requires a length that 16 of the longest reports still fit in. */
  public static void checkMaxMessage(ByteSize maxMessage) {
    requireBetween("max-message bytes", maxMessage.bytes(), 1024, 65 << 20);
  }

  /**
   * How much callers may use at once.
   *
   * @param maxConnections connections; more are closed as they come
   * @param maxCalls calls under way over all connections; more are refused as BUSY
   * @param maxCallsPerConnection calls under way on one connection; more wait at the peer
   * @param threads that run calls
   */
  public record Load(
      @Default("20000") int maxConnections,
      @Default("10000") int maxCalls,
      @Default("1000") int maxCallsPerConnection,
      @Default("4") int threads) {
    /** Validates every number. */
    public Load {
      requireBetween("max-connections", maxConnections, 1, 1_000_000);
      requireBetween("max-calls", maxCalls, 1, 1_000_000);
      requireBetween("max-calls-per-connection", maxCallsPerConnection, 1, 1_000_000);
      requireBetween("threads", threads, 1, 1024);
    }
  }

  /**
   * How long callers may take.
   *
   * @param keepAlive after how long without traffic a peer is asked whether it lives
   * @param handshake how long a TLS handshake may take
   * @param shutdownGrace how long calls under way may take when the service stops
   */
  public record Timeouts(
      @Default("60s") Duration keepAlive,
      @Default("20s") Duration handshake,
      @Default("10s") Duration shutdownGrace) {
    /** Validates every duration. */
    public Timeouts {
      requireBetween("keep-alive milliseconds", keepAlive.toMillis(), 10_000, 86_400_000);
      requireBetween("handshake milliseconds", handshake.toMillis(), 100, 600_000);
      requireBetween("shutdown-grace milliseconds", shutdownGrace.toMillis(), 0, 3_600_000);
    }
  }
}
