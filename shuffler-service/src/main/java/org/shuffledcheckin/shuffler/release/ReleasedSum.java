package org.shuffledcheckin.shuffler.release;

import org.shuffledcheckin.shuffler.round.JudgedRound;

/**
 * The one sum that leaves the shuffler of a round.
 *
 * @param round with the verdict that it follows from
 * @param words the sum as it travels; none if the round was discarded
 */
// The array is handed over, not shared: copying it would double the work of a release.
@SuppressWarnings("ArrayRecordComponent")
public record ReleasedSum(JudgedRound round, byte[] words) {}
