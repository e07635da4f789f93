package org.shuffledcheckin.kit.journal;

/** A journal that cannot be trusted; the message says why, in one sentence. */
public final class JournalRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Refuses. */
  public JournalRefusal(String sentence) {
    super(sentence);
  }
}
