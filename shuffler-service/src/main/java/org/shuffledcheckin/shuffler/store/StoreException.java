package org.shuffledcheckin.shuffler.store;

/**
 * The store cannot do what was asked. After a failed write nobody knows whether it is on disk, so
 * whoever holds a copy of the store's content in memory must read it again.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Wraps what the store reported. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Says what is wrong. */
  public StoreException(String message) {
    super(message);
  }
}
