package org.shuffledcheckin.client.enrolment.rpc;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a shuffler tells its operator: counts, never names, and of a round only after its close.
 *
 * @param enrolled clients, revoked ones not counted
 * @param subscribers hosts that hear of rounds now
 * @param openRound the number of the round that is open, if one is
 * @param lastClosed the round that closed last, if one has since the shuffler started
 */
public record ShufflerCounts(
    long enrolled, long subscribers, OptionalLong openRound, Optional<ClosedRound> lastClosed) {

  /**
   * What came of a round.
   *
   * @param number of the round
   * @param disposition what was done with its batch, in lower case
   * @param pledges of clients that were enrolled at the close
   * @param reports delivered
   * @param missing reports pledged and not delivered
   */
  public record ClosedRound(
      long number, String disposition, long pledges, long reports, long missing) {}
}
