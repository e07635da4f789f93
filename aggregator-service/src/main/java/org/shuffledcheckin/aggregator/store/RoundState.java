package org.shuffledcheckin.aggregator.store;

/**
 * How far a round has come. It moves down this list only, one durable step at a time, and no step
 * gives budget back: {@code CHARGED -> OPENED -> COMMITTED | DISCARDED}.
 */
public enum RoundState {
  /** The charge is in the ledger; the shuffler may or may not have heard of the round. */
  CHARGED,
  /** The shuffler has acknowledged the round; its batch is awaited. */
  OPENED,
  /** The batch is in the model, exactly once; the round's key is gone. */
  COMMITTED,
  /** The batch was never counted and never will be; the round's key is gone. */
  DISCARDED;

  /** Whether the outcome is decided. */
  public boolean isDecided() {
    return this == COMMITTED || this == DISCARDED;
  }
}
