package org.shuffledcheckin.shuffler.round;

import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.signing.SignedRound;

/**
 * What the aggregator says to open a round.
 *
 * @param round as it was signed
 * @param ledger of its run, from the witnessed head up to the round's charge
 */
public record OpenRequest(SignedRound round, LedgerExtension ledger) {
  /** A round with the links that its signed head must end. */
  public static OpenRequest of(SignedRound round, List<LedgerChain.Link> links) {
    return new OpenRequest(
        round,
        new LedgerExtension(round.announcement().terms().id().run(), links, round.ledger().hash()));
  }

  /** What would be announced. */
  public Announcement announcement() {
    return round.announcement();
  }

  RoundId id() {
    return announcement().terms().id();
  }
}
