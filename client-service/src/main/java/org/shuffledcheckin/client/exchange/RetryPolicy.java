package org.shuffledcheckin.client.exchange;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.kit.config.Default;

/**
 * How often and how soon a call is repeated: a wait drawn uniformly up to a bound that doubles with
 * every attempt, so that clients which failed together do not come back together.
 *
 * @param attempts calls in all, the first among them
 * @param firstWait bound of the first wait
 * @param longestWait bound of any wait
 * @param timeout how long one call may take
 */
public record RetryPolicy(
    @Default("8") int attempts,
    @Default("200ms") Duration firstWait,
    @Default("10s") Duration longestWait,
    @Default("30s") Duration timeout) {
  /** Validates the bounds. */
  public RetryPolicy {
    requireBetween("attempts", attempts, 1, 1000);
    requireAtLeast("first-wait in milliseconds", firstWait.toMillis(), 1);
    requireAtLeast("longest-wait in milliseconds", longestWait.toMillis(), 1);
    requireAtLeast("timeout in milliseconds", timeout.toMillis(), 1);
  }

  /** The wait after so many failed attempts, from 1. */
  public Duration waitAfter(int failed, RandomGenerator jitter) {
    long bound = firstWait.toMillis();
    for (int i = 1; i < failed && bound < longestWait.toMillis(); i++) {
      bound *= 2;
    }
    return Duration.ofMillis(jitter.nextLong(Math.min(bound, longestWait.toMillis()) + 1));
  }
}
