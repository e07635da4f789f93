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
 * @param strangers what callers may use who have not shown a credential
 * @param timeouts how long
 */
public record ServerLimits(
    @Default("4MiB") ByteSize maxMessage,
    @Default("8KiB") ByteSize maxMetadata,
    @Flat Load load,
    @Flat Strangers strangers,
    @Flat Timeouts timeouts) {
  /** Validates both lengths, and that no limit makes another one void. */
  public ServerLimits {
    checkMaxMessage(maxMessage);
    requireBetween("max-metadata bytes", maxMetadata.bytes(), 1024, 1 << 20);
    requireAtMost("max-message", maxMessage.bytes(), "max-inbound", load.maxInbound().bytes());
  }

  /** Requires that one limit leaves room for another. */
  public static void requireAtMost(String name, long value, String bound, long limit) {
    if (value > limit) {
      throw new IllegalArgumentException(
          "%s must be at most %s, %d, but is %d".formatted(name, bound, limit, value));
    }
  }

  /** Requires a length that 16 of the longest reports still fit in. */
  public static void checkMaxMessage(ByteSize maxMessage) {
    requireBetween("max-message bytes", maxMessage.bytes(), 1024, 65 << 20);
  }

  /**
   * How much callers may use at once.
   *
   * @param maxConnections connections; where they are all taken, the oldest stranger gives way
   * @param maxCalls calls under way over all connections, apart from kinds of calls that have a
   *     pool of their own; more are refused as BUSY
   * @param maxCallsPerConnection calls of every kind under way on one connection; more wait at the
   *     peer
   * @param maxInbound bytes of requests that are being received or worked on; the call that brings
   *     more is BUSY
   * @param threads that run calls
   */
  public record Load(
      @Default("120000") int maxConnections,
      @Default("10000") int maxCalls,
      @Default("100") int maxCallsPerConnection,
      @Default("256MiB") ByteSize maxInbound,
      @Default("4") int threads) {
    /** Validates every number. */
    public Load {
      requireBetween("max-connections", maxConnections, 1, 1_000_000);
      requireBetween("max-calls", maxCalls, 1, 1_000_000);
      requireBetween("max-calls-per-connection", maxCallsPerConnection, 1, 1_000_000);
      requireBetween("max-inbound bytes", maxInbound.bytes(), 1024, 1L << 40);
      requireBetween("threads", threads, 1, 1024);
    }
  }

  /**
   * What callers may use who have not shown a credential.
   *
   * @param maxStrangers connections without one; for the next, the oldest of them is closed
   * @param strangersPerAddress connections without one from an address within the window; more are
   *     closed as they come. Those that show a credential in the end do not count
   * @param strangersWindow the window
   * @param introduction how long a connection may stay without one
   */
  public record Strangers(
      @Default("1000") int maxStrangers,
      @Default("1000") int strangersPerAddress,
      @Default("10s") Duration strangersWindow,
      @Default("10s") Duration introduction) {
    /** Validates every number. */
    public Strangers {
      requireBetween("max-strangers", maxStrangers, 1, 1_000_000);
      requireBetween("strangers-per-address", strangersPerAddress, 1, 10_000_000);
      requireBetween("strangers-window milliseconds", strangersWindow.toMillis(), 1, 86_400_000);
      requireBetween("introduction milliseconds", introduction.toMillis(), 100, 600_000);
    }
  }

  /**
   * How long callers may take.
   *
   * @param keepAlive after how long without traffic a peer is asked whether it lives
   * @param idle after how long without a call a connection is ended
   * @param handshake how long a TLS handshake may take
   * @param maxCallTime how long a call may take, unless its kind has a time of its own
   * @param shutdownGrace how long calls under way may take when the service stops
   */
  public record Timeouts(
      @Default("60s") Duration keepAlive,
      @Default("15m") Duration idle,
      @Default("10s") Duration handshake,
      @Default("2m") Duration maxCallTime,
      @Default("10s") Duration shutdownGrace) {
    /** Validates every duration. */
    public Timeouts {
      requireBetween("keep-alive milliseconds", keepAlive.toMillis(), 10_000, 86_400_000);
      requireBetween("idle milliseconds", idle.toMillis(), 1_000, 86_400_000);
      requireBetween("max-call-time milliseconds", maxCallTime.toMillis(), 100, 86_400_000);
      requireBetween("handshake milliseconds", handshake.toMillis(), 100, 600_000);
      requireBetween("shutdown-grace milliseconds", shutdownGrace.toMillis(), 0, 3_600_000);
    }
  }
}
