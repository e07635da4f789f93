package org.shuffledcheckin.aggregator.round;

/** Says that the shuffler did not answer, or asks to come back; the message is for operators. */
public final class ShufflerUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says why. */
  public ShufflerUnavailable(String message) {
    super(message);
  }

  /** Says why, and what led to it. */
  public ShufflerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
