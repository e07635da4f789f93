package org.shuffledcheckin.client.exchange;

import java.util.Locale;

/** What became of one client's pledge. */
public enum PledgeOutcome implements Outcome {
  /** Durable at the shuffler. */
  ACCEPTED,
  /** An earlier pledge of this client counts. */
  ALREADY_PLEDGED,
  /** The credential is unknown, wrong or revoked. */
  NOT_AUTHORISED,
  /** The round is not open, or no longer. */
  ROUND_NOT_OPEN,
  /** The shuffler takes the pledge for one that nobody may make. */
  MALFORMED,
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

  /** The outcome in lower case, for metrics and logs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
