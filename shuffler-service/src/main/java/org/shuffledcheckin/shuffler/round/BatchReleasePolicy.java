package org.shuffledcheckin.shuffler.round;

import java.security.SecureRandom;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.shuffler.config.RoundRules;

/**
 * Decides whether a closed round's batch is released. Looks at counts only, never at content or at
 * who answered.
 */
final class BatchReleasePolicy {
  private final RoundRules rules;
  private final SecureRandom random;

  BatchReleasePolicy(RoundRules rules, SecureRandom random) {
    this.rules = rules;
    this.random = random;
  }

  /**
   * What is known when a round closes.
   *
   * @param answered enrolled clients, not revoked, that answered
   * @param subscribed subscriptions
   * @param reports in the spool
   */
  record Counts(long answered, long subscribed, long reports) {}

  /** Draws a round's threshold: its minimum, raised by a uniform amount up to its spread. */
  long drawThreshold(RoundTerms terms) {
    return terms.window().minimumBatch() + random.nextLong(terms.window().minimumBatchSpread() + 1);
  }

  /** Where a round goes that closes with these counts. */
  RoundState decide(RoundTerms terms, long threshold, Counts counts) {
    long population =
        switch (rules.population()) {
          case ANSWERED -> counts.answered();
          case SUBSCRIBED -> counts.subscribed();
          case CONFIGURED -> rules.configuredClients();
        };
    if (population < terms.population().clients()) {
      return RoundState.TOO_FEW_ANSWERS;
    }
    return counts.reports() < threshold ? RoundState.BATCH_TOO_SMALL : RoundState.RELEASED;
  }
}
