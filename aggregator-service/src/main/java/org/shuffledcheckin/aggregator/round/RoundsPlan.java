package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.Flat;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * How many rounds, how long, how large.
 *
 * @param count of rounds in the plan, discarded ones among them
 * @param window of every round
 * @param largestBatch more reports are discarded; bounds the aggregator's memory
 * @param pauseAfterDiscards so many discarded rounds in a row pause the run
 */
public record RoundsPlan(
    long count,
    @Flat RoundWindow window,
    @Default("10000000") long largestBatch,
    @Default("3") int pauseAfterDiscards) {
  /** Validates every value. */
  public RoundsPlan {
    Arguments.requireBetween("count", count, 1, RoundId.MAX_NUMBER);
    Arguments.requireBetween(
        "largest-batch", largestBatch, 1, WireLimits.REPORTS_PER_CLIENT * WireLimits.CLIENTS);
    Arguments.requireBetween("pause-after-discards", pauseAfterDiscards, 1, 1_000_000);
  }
}
