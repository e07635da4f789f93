package org.shuffledcheckin.client.exchange;

/** What became of one client's pledge or delivery. */
public interface Outcome {
  /** Whether sending the same bytes again may help. */
  boolean mayRetry();
}
