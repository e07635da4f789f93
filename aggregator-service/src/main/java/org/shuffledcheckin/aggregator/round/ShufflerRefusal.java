package org.shuffledcheckin.aggregator.round;

/** Says that the shuffler refused a call for a reason that repeating it does not remove. */
public final class ShufflerRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** It has seen a ledger that ours does not extend. */
    LEDGER_ROLLED_BACK,
    /** It knows the round with other parameters, or has seen later rounds. */
    ROUND_CONFLICT,
    /** It does not know the round, or has forgotten it. */
    ROUND_UNKNOWN,
    /** An earlier round of the run is not finished there. */
    ROUND_UNFINISHED,
    /** One client's reports of such a round would not fit into the longest delivery it takes. */
    DELIVERIES_TOO_LARGE,
    /** It was given another verdict on the round's seeds before. */
    VERDICT_GIVEN,
    /** No key that it was given for this aggregator verifies the round's signature. */
    SIGNATURE_INVALID
  }

  /** Takes the reason and the shuffler's sentence. */
  public ShufflerRefusal(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
