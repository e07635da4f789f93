package org.shuffledcheckin.client.exchange;

import java.util.Locale;

/** What became of one client's answer. */
public enum AnswerOutcome {
  /** Durable at the shuffler. */
  ACCEPTED,
  /** An earlier answer of this client counts. */
  ALREADY_ANSWERED,
  /** The credential is unknown, wrong or revoked. */
  NOT_AUTHORISED,
  /** The round is not open, or no longer. */
  ROUND_NOT_OPEN,
  /** The shuffler counts more reports than a client may send. */
  TOO_MANY_REPORTS,
  /** The shuffler expects reports of another length. */
  WRONG_LENGTH,
  /** The shuffler has reached a limit: the same bytes may be accepted later. */
  BUSY,
  /** The shuffler said something this client does not know. */
  UNKNOWN,
  /** Nobody knows: the shuffler could not be reached in time. */
  UNREACHABLE;

  /** Whether sending the same bytes again may help. */
  boolean mayRetry() {
    return this == BUSY;
  }

  /** The outcome in lower case, for metrics and logs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
