package org.shuffledcheckin.shuffler.round;

import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What the aggregator says to open a round.
 *
 * @param announcement of the round
 * @param ledger of its run, from the witnessed head up to the round's charge
 */
public record OpenRequest(Announcement announcement, LedgerExtension ledger) {
  RoundId id() {
    return announcement.terms().id();
  }
}
