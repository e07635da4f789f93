package org.shuffledcheckin.aggregator.config;

import java.time.Duration;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * How many rounds, how long, how large.
 *
 * @param count of rounds in the plan, discarded ones among them
 * @param openFor how long a round takes answers
 * @param closeWhenAllAnswered whether it may close before
 * @param minimumBatch fewer reports are discarded
 * @param minimumBatchSpread how far the shuffler may raise that at random
 * @param largestBatch more reports are discarded; bounds the aggregator's memory
 * @param pauseAfterDiscards so many discarded rounds in a row pause the run
 */
public record RoundsConfig(
    long count,
    @Default("60s") Duration openFor,
    @Default("false") boolean closeWhenAllAnswered,
    @Default("1") long minimumBatch,
    @Default("0") long minimumBatchSpread,
    @Default("10000000") long largestBatch,
    @Default("3") int pauseAfterDiscards) {
  /** Validates every value. */
  public RoundsConfig {
    Arguments.requireBetween("count", count, 1, RoundId.MAX_NUMBER);
    Arguments.requireBetween(
        "open-for milliseconds", openFor.toMillis(), 1, WireLimits.OPEN_MILLIS);
    Arguments.requireBetween("minimum-batch", minimumBatch, 1, WireLimits.CLIENTS);
    Arguments.requireBetween("minimum-batch-spread", minimumBatchSpread, 0, WireLimits.CLIENTS);
    Arguments.requireBetween("largest-batch", largestBatch, 1, 16 * WireLimits.CLIENTS);
    Arguments.requireBetween("pause-after-discards", pauseAfterDiscards, 1, 1_000_000);
  }
}
