package org.shuffledcheckin.shuffler.intake;

/**
 * What became of one pledge or delivery; also a metric label. Named as in {@code
 * checkin.v1.PledgeOutcome} and {@code checkin.v1.DeliveryOutcome}.
 */
public enum Outcome {
  /** Durable. */
  ACCEPTED,
  /** An earlier pledge of this client counts. */
  ALREADY_PLEDGED,
  /** An earlier delivery of this client counts. */
  ALREADY_DELIVERED,
  /** Unknown, wrong or revoked credential. */
  NOT_AUTHORISED,
  /** The round takes nothing, now or any more. */
  ROUND_NOT_OPEN,
  /** A pledge that is not one byte, or more reports than one client may draw. */
  MALFORMED,
  /** A delivery that was never pledged, or of another number of reports. */
  NOT_AS_PLEDGED,
  /** A report of the wrong length. */
  WRONG_LENGTH,
  /** A limit was reached or the store is not available; the same bytes may be sent again. */
  BUSY
}
