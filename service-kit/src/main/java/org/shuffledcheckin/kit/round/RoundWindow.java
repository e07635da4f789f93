package org.shuffledcheckin.kit.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.kit.config.Default;

/**
 * How long a round is open, and how large its batch must be to leave the shuffler.
 *
 * @param openFor how long pledges and deliveries are taken
 * @param minimumBatch fewer reports are discarded
 * @param minimumBatchSpread how far the shuffler may raise that minimum at random
 */
public record RoundWindow(
    @Default("60s") Duration openFor,
    @Default("1") long minimumBatch,
    @Default("0") long minimumBatchSpread) {
  /** Validates the numbers. */
  public RoundWindow {
    Arguments.requireBetween(
        "open-for milliseconds", openFor.toMillis(), 1, WireLimits.OPEN_MILLIS);
    Arguments.requireBetween("minimum batch", minimumBatch, 1, WireLimits.CLIENTS);
    Arguments.requireBetween("minimum batch spread", minimumBatchSpread, 0, WireLimits.CLIENTS);
  }
}
