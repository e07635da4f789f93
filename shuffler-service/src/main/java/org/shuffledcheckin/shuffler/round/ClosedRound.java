package org.shuffledcheckin.shuffler.round;

import org.shuffledcheckin.kit.round.RoundId;

/**
 * What became of a round.
 *
 * @param id the round
 * @param state where it went; never {@link RoundState#OPEN}
 * @param tally what it had come to
 */
public record ClosedRound(RoundId id, RoundState state, Tally tally) {
  /** Reports in the batch; 0 unless released. */
  public long reports() {
    return state == RoundState.RELEASED ? tally.reports() : 0;
  }

  /** Pledged reports that the batch lacks; 0 if the round was abandoned. */
  public long missing() {
    return state == RoundState.ABANDONED ? 0 : tally.missing();
  }
}
