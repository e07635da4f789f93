package org.shuffledcheckin.aggregator.round;

import java.io.IOException;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.budget.SpentBudget;
import org.shuffledcheckin.aggregator.ledger.LedgerAudit;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;

/**
 * The ledger read anew from the store: its head, checked against all who remember one, and the gate
 * behind everything it charged.
 *
 * @param head of the chain
 * @param gate after all charges
 */
public record ReplayedLedger(Head head, BudgetGate gate) {
  /**
   * Reads and checks the ledger, and catches the mark up with it.
   *
   * @throws org.shuffledcheckin.aggregator.ledger.LedgerRefusal if it cannot be trusted
   */
  public static ReplayedLedger read(RunParts.Job job, RunParts.Books books) {
    LedgerAudit audit =
        new LedgerAudit(job.run())
            .remembers("the ledger mark outside the database", books.mark().newest());
    SpentBudget spent = new SpentBudget(job.unspent());
    books.store().forEachEntry(entry -> spent.add(audit.next(entry)));
    ReplayedLedger ledger = new ReplayedLedger(audit.end(), spent.gate());
    advance(books.mark(), ledger.head());
    return ledger;
  }

  /** Moves the mark up to a head; it is there already after most crashes. */
  static void advance(LedgerMark mark, Head head) {
    if (mark.newest().map(Head::sequence).orElse(0L) >= head.sequence()) {
      return;
    }
    try {
      mark.advance(head);
    } catch (IOException e) {
      throw new StoreUnavailable("The ledger mark cannot be written.", e);
    }
  }
}
