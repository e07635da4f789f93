package org.shuffledcheckin.shuffler.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.time.Duration;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;

/**
 * What pledges and deliveries may use. Every delivery is reckoned at the largest size that one of
 * its round may have: whether it is taken must not tell how many reports a client drew.
 *
 * @param queue bytes that wait to be written; more are BUSY
 * @param group bytes that share one durable write
 * @param spool bytes of reports kept on disk, over all rounds; more are BUSY
 * @param minFreeDisk below so much free disk everything is BUSY
 * @param writeBuffer bytes of a spool that gather in memory before they become a file
 * @param refusedPerClient pledges and deliveries of one client that may be refused within the
 *     window; more are BUSY without a look. Accepted ones need no limit: there is one of each for
 *     each round
 * @param refusedWindow the window
 */
public record IntakeLimits(
    @Default("64MiB") ByteSize queue,
    @Default("8MiB") ByteSize group,
    @Default("16GiB") ByteSize spool,
    @Default("1GiB") ByteSize minFreeDisk,
    @Default("64MiB") ByteSize writeBuffer,
    @Default("20") int refusedPerClient,
    @Default("10s") Duration refusedWindow) {
  /** Validates every limit. */
  public IntakeLimits {
    requireBetween("queue bytes", queue.bytes(), 8 << 20, 1L << 34);
    requireBetween("group bytes", group.bytes(), 1 << 20, 256 << 20);
    requireBetween("spool bytes", spool.bytes(), 1, Long.MAX_VALUE);
    requireBetween("write-buffer bytes", writeBuffer.bytes(), 1 << 20, 1L << 30);
    requireBetween("refused-per-client", refusedPerClient, 1, 120);
    requireBetween("refused-window milliseconds", refusedWindow.toMillis(), 1, 86_400_000);
  }
}
