package org.shuffledcheckin.shuffler.round;

import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What the aggregator says to open a round.
 *
 * @param announcement of the round
 * @param links of the ledger after the witnessed head, up to the round's charge
 * @param head that the links must lead to
 */
public record OpenRequest(Announcement announcement, List<LedgerChain.Link> links, Digest head) {
  /** Validates the number of links. */
  public OpenRequest {
    links = List.copyOf(links);
    LedgerExtension unused = new LedgerExtension(announcement.terms().id().run(), links, head);
  }

  /** The part about the ledger. */
  LedgerExtension ledger() {
    return new LedgerExtension(id().run(), links, head);
  }

  RoundId id() {
    return announcement.terms().id();
  }
}
