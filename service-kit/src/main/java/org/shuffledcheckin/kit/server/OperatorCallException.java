package org.shuffledcheckin.kit.server;

import java.util.Optional;

/** A call to an operator port that failed, in one sentence for the operator. */
public final class OperatorCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  OperatorCallException(Optional<Refusal> refusal, String sentence) {
    super(sentence);
    this.refusal = refusal.orElse(null);
  }

  /** Why the service refuses; nothing if it could not be asked, which may pass. */
  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }
}
