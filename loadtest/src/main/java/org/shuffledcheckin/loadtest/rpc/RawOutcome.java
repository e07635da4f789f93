package org.shuffledcheckin.loadtest.rpc;

/** What became of one pledge or delivery. */
public enum RawOutcome {
  /** Durable. */
  ACCEPTED,
  /** An earlier pledge of this client counts. */
  ALREADY_PLEDGED,
  /** An earlier delivery of this client counts. */
  ALREADY_DELIVERED,
  /** Unknown, wrong or revoked credential. */
  NOT_AUTHORISED,
  /** The round is not open, or no longer. */
  ROUND_NOT_OPEN,
  /** A pledge that nobody may make. */
  MALFORMED,
  /** Nothing pledged, or another number. */
  NOT_AS_PLEDGED,
  /** A report of the wrong length. */
  WRONG_LENGTH,
  /** A limit was reached. */
  BUSY,
  /** Something else was said. */
  UNKNOWN,
  /** Nobody knows. */
  UNREACHABLE;

  private static final String PLEDGE = "PLEDGE_OUTCOME_";
  private static final String DELIVERY = "DELIVERY_OUTCOME_";

  /** Reads the wire's word for it. */
  static RawOutcome of(Enum<?> wire) {
    String name = wire.name().replaceFirst("^(" + PLEDGE + "|" + DELIVERY + ")", "");
    for (RawOutcome outcome : values()) {
      if (outcome.name().equals(name)) {
        return outcome;
      }
    }
    return UNKNOWN;
  }
}
