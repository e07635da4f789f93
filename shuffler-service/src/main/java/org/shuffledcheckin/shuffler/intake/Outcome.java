package org.shuffledcheckin.shuffler.intake;

/** What became of one answer; also a metric label. Named as in {@code checkin.v1.AnswerOutcome}. */
public enum Outcome {
  /** Durable. */
  ACCEPTED,
  /** An earlier answer of this client counts. */
  ALREADY_ANSWERED,
  /** Unknown, wrong or revoked credential. */
  NOT_AUTHORISED,
  /** The round takes no answers. */
  ROUND_NOT_OPEN,
  /** More than the protocol allows. */
  TOO_MANY_REPORTS,
  /** A report of the wrong length. */
  WRONG_LENGTH,
  /** A limit was reached or the store is not available; the same answer may be sent again. */
  BUSY
}
