package org.shuffledcheckin.kit.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.kit.config.Default;

/**
 * How long a round is open, and how large its batch must be to leave the shuffler.
 *
 * @param openFor how long pledges and deliveries are taken
 * @param minimumBatch fewer reports are discarded
 * @param minimumBatchSpread how far the shuffler may raise that minimum at random
 * @param maximumBatch more reports are discarded; 0 for no such limit
 * @param strikeShare of a batch that is only added up, the largest share that a verdict may strike
 */
public record RoundWindow(
    @Default("60s") Duration openFor,
    @Default("1") long minimumBatch,
    @Default("0") long minimumBatchSpread,
    @Default("0") long maximumBatch,
    @Default("0") double strikeShare) {
  /** Validates the numbers. */
  public RoundWindow {
    Arguments.requireBetween(
        "open-for milliseconds", openFor.toMillis(), 1, WireLimits.OPEN_MILLIS);
    Arguments.requireBetween("minimum batch", minimumBatch, 1, WireLimits.CLIENTS);
    Arguments.requireBetween("minimum batch spread", minimumBatchSpread, 0, WireLimits.CLIENTS);
    Arguments.requireBetween("maximum batch", maximumBatch, 0, WireLimits.CLIENTS);
    if (maximumBatch > 0 && maximumBatch < minimumBatch + minimumBatchSpread) {
      throw new IllegalArgumentException(
          "maximum batch must be at least the largest minimum, %d, but is %d"
              .formatted(minimumBatch + minimumBatchSpread, maximumBatch));
    }
    Arguments.requireFraction("strike share", strikeShare);
    // One zero: records tell -0.0 from 0.0, ledgers must not.
    strikeShare = strikeShare == 0 ? 0 : strikeShare;
  }

  /** A window without a largest batch, whose reports are not judged before they leave. */
  public RoundWindow(Duration openFor, long minimumBatch, long minimumBatchSpread) {
    this(openFor, minimumBatch, minimumBatchSpread, 0, 0);
  }

  /** How many reports of a batch a verdict has to keep, so that the others' noise is there. */
  public long leastKept(long reports) {
    return new ReleaseRule(0, minimumBatch, strikeShare).leastKept(reports);
  }
}
