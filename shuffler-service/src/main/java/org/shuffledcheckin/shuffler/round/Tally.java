package org.shuffledcheckin.shuffler.round;

/**
 * What a round has come to when it closes.
 *
 * @param pledges of clients that are enrolled at the close
 * @param reports delivered
 * @param missing reports pledged, by whomever, and not delivered
 */
public record Tally(long pledges, long reports, long missing) {
  /** Of a round that nobody can count any more. */
  static final Tally NONE = new Tally(0, 0, 0);
}
