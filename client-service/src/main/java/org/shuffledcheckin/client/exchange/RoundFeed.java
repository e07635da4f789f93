package org.shuffledcheckin.client.exchange;

import org.shuffledcheckin.kit.round.RoundId;

/** Hears what a subscription brings. Calls come one at a time and must return soon. */
public interface RoundFeed {
  /** The stream brought something: the shuffler is there. */
  void alive();

  /** A round takes pledges and deliveries. */
  void opened(OpenedRound round);

  /** A round takes nothing more. */
  void closed(RoundId round);

  /** Something came that is not a valid event; it was dropped. */
  void malformed();

  /** The stream has ended; nothing more comes of it. */
  void ended();
}
