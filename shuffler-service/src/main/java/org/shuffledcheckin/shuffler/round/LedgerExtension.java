package org.shuffledcheckin.shuffler.round;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * A piece of a run's ledger.
 *
 * @param run whose ledger
 * @param links after the witnessed head
 * @param head that they must lead to
 */
public record LedgerExtension(RoundId.Run run, List<LedgerChain.Link> links, Digest head) {
  /** Validates the number of links. */
  public LedgerExtension {
    links = List.copyOf(links);
    requireBetween("ledger links", links.size(), 1, WireLimits.LEDGER_LINKS);
  }

  /** The last link. */
  public LedgerChain.Link newest() {
    return links.get(links.size() - 1);
  }

  /** Whether the witnessed head is the one that this leads to: it was shown before. */
  boolean leadsTo(LedgerChain.Head witnessed) {
    return newest().sequence() == witnessed.sequence() && head.equals(witnessed.hash());
  }
}
