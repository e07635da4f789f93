package org.shuffledcheckin.client.exchange;

/** A call to the shuffler that brought no answer. */
public final class ExchangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayRetry;

  /** Names what happened by its status; the peer's own words are not repeated. */
  public ExchangeException(String status, boolean mayRetry) {
    super(status, null, false, false);
    this.mayRetry = mayRetry;
  }

  /** Whether the same call may succeed later. */
  public boolean mayRetry() {
    return mayRetry;
  }
}
