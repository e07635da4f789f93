package org.shuffledcheckin.kit.server;

import io.grpc.Status;

/** Ends a call with a refusal that belongs to the protocol; changes nothing. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  /** Refuses with one sentence for people, which must not tell of any client. */
  public RefusedException(Refusal refusal, String sentence) {
    // No stack trace: a refusal is an ordinary answer, and hostile callers can ask for many.
    super(sentence, null, false, false);
    this.refusal = refusal;
  }

  /** The reason. */
  public Refusal refusal() {
    return refusal;
  }

  /** The status that goes over the wire. */
  public Status status() {
    return refusal.status(getMessage());
  }
}
