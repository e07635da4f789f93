package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.signing.SignedRound;

/** Signs rounds for clients that believe nobody else. */
@FunctionalInterface
public interface RoundSigner {
  /**
   * Signs a round together with the ledger head that charges it, with the key that signs now. May
   * be asked again for the same round, before and after that key was replaced.
   */
  SignedRound sign(Announcement round, Head ledger);
}
