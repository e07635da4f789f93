package org.shuffledcheckin.client.exchange;

import java.util.Locale;

/** What became of one client's delivery. */
public enum DeliveryOutcome implements Outcome {
  /** Durable at the shuffler. */
  ACCEPTED,
  /** An earlier delivery of this client counts. */
  ALREADY_DELIVERED,
  /** The credential is unknown, wrong or revoked. */
  NOT_AUTHORISED,
  /** The round is not open, or no longer. */
  ROUND_NOT_OPEN,
  /** The shuffler knows no pledge of as many reports. */
  NOT_AS_PLEDGED,
  /** The shuffler expects reports of another length. */
  WRONG_LENGTH,
  /** The shuffler has reached a limit: the same bytes may be accepted later. */
  BUSY,
  /** The shuffler said something this client does not know. */
  UNKNOWN,
  /** Nobody knows: the shuffler could not be reached in time. */
  UNREACHABLE;

  @Override
  public boolean mayRetry() {
    return this == BUSY;
  }

  /** The outcome in lower case, for logs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
