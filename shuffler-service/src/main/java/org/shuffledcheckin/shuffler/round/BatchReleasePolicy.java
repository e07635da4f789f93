package org.shuffledcheckin.shuffler.round;

import java.security.SecureRandom;
import org.shuffledcheckin.kit.round.RoundTerms;

/**
 * Decides whether a closed round's batch is released: only if as many clients pledged as the
 * accountant counts on, at most as many pledged reports are missing as it allowed for, and the
 * batch is large enough and not too large. Looks at counts only, never at content or at who
 * pledged. No configuration changes it: what was announced, signed and charged rests on it.
 */
final class BatchReleasePolicy {
  private final SecureRandom random;

  BatchReleasePolicy(SecureRandom random) {
    this.random = random;
  }

  /** Draws a round's threshold: its minimum, raised by a uniform amount up to its spread. */
  long drawThreshold(RoundTerms terms) {
    return terms.window().minimumBatch() + random.nextLong(terms.window().minimumBatchSpread() + 1);
  }

  /** Where a round goes that closes with this tally. */
  static RoundState decide(RoundTerms terms, long threshold, Tally tally) {
    if (tally.pledges() < terms.population().clients()) {
      return RoundState.TOO_FEW_PLEDGES;
    }
    if (tally.missing() > terms.population().lossLimit()) {
      return RoundState.REPORTS_MISSING;
    }
    if (tally.reports() < threshold) {
      return RoundState.BATCH_TOO_SMALL;
    }
    long most = terms.window().maximumBatch();
    return most > 0 && tally.reports() > most ? RoundState.BATCH_TOO_LARGE : RoundState.RELEASED;
  }
}
