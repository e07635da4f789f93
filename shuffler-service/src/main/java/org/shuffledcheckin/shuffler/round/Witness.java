package org.shuffledcheckin.shuffler.round;

import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;

/** Checks that a ledger only ever grew: from the head that was witnessed, link by link. */
final class Witness {
  private Witness() {}

  /** The new head, or a refusal if the links do not lead from the witnessed head to the claimed. */
  static LedgerChain.Head extend(LedgerChain.Head witnessed, LedgerExtension request) {
    LedgerChain.Head head = witnessed;
    for (LedgerChain.Link link : request.links()) {
      if (link.sequence() != head.sequence() + 1) {
        throw rolledBack();
      }
      head = LedgerChain.extend(head, link);
    }
    if (!head.hash().equals(request.head())) {
      throw rolledBack();
    }
    return head;
  }

  private static RefusedException rolledBack() {
    return new RefusedException(
        Refusal.LEDGER_ROLLED_BACK, "the links do not extend the ledger head witnessed last");
  }
}
