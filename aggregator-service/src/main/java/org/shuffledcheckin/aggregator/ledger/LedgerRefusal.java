package org.shuffledcheckin.aggregator.ledger;

/**
 * Says that the ledger cannot be trusted: it is broken, or somebody remembers more of it than it
 * holds. Nothing but a person may go on from here; the message is a sentence for that person.
 */
public final class LedgerRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Refuses with a sentence for the operator. */
  public LedgerRefusal(String message) {
    super(message);
  }

  /** Refuses with a sentence and what led to it. */
  public LedgerRefusal(String message, Throwable cause) {
    super(message, cause);
  }
}
