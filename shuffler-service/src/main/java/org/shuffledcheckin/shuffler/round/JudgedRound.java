package org.shuffledcheckin.shuffler.round;

import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundTerms;

/**
 * A round on whose seeds the one verdict was given and written down.
 *
 * @param terms of the round
 * @param reports how many it was given on
 * @param verdict that counts; nothing if it struck so many that the round is discarded
 */
public record JudgedRound(RoundTerms terms, long reports, Optional<Verdict> verdict) {
  /** Where the round went. */
  public RoundState state() {
    return verdict.isPresent() ? RoundState.RELEASED : RoundState.TOO_MANY_STRUCK;
  }

  /** How many shares are added up. */
  public long kept() {
    return verdict.map(Verdict::kept).orElse(0L);
  }
}
