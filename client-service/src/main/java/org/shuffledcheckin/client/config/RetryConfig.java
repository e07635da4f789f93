package org.shuffledcheckin.client.config;

import java.time.Duration;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.kit.config.Default;

/**
 * How failed calls are repeated; see {@link RetryPolicy}.
 *
 * @param attempts calls in all
 * @param firstWait bound of the first wait
 * @param longestWait bound of any wait
 * @param patience how long one call may take
 */
public record RetryConfig(
    @Default("8") int attempts,
    @Default("200ms") Duration firstWait,
    @Default("10s") Duration longestWait,
    @Default("30s") Duration patience) {
  /** Validates the bounds. */
  public RetryConfig {
    RetryPolicy unused = new RetryPolicy(attempts, firstWait, longestWait, patience);
  }

  /** The policy. */
  public RetryPolicy policy() {
    return new RetryPolicy(attempts, firstWait, longestWait, patience);
  }
}
