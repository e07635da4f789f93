package org.shuffledcheckin.aggregator.store;

/**
 * Says that the database did not answer, refused, or has no room. What was asked for may have
 * happened or not; whoever catches this reads the store again before going on.
 */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Wraps what the driver said. */
  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
