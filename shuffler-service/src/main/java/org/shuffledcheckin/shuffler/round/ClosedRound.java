package org.shuffledcheckin.shuffler.round;

import org.shuffledcheckin.kit.round.RoundId;

/**
 * What became of a round.
 *
 * @param id the round
 * @param state where it went; never {@link RoundState#OPEN}
 * @param reports in the batch; 0 unless released
 */
public record ClosedRound(RoundId id, RoundState state, long reports) {}
