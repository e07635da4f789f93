package org.shuffledcheckin.accountant;

import java.util.Objects;

/**
 * A kind of round and how often it happened: what a ledger has to keep to rebuild an accountant.
 *
 * @param round the description of each of the rounds
 * @param times how many there were
 */
public record RoundCount(CheckInRound round, long times) {
  /** Validates the count. */
  public RoundCount {
    Objects.requireNonNull(round, "round");
    Arguments.requireAtLeast("times", times, 0);
  }
}
