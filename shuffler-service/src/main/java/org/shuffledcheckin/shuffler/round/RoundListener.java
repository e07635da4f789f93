package org.shuffledcheckin.shuffler.round;

import org.shuffledcheckin.kit.round.RoundId;

/** Hears of rounds on the round thread, after what it hears is durable; must return at once. */
public interface RoundListener {
  /** A round takes pledges and deliveries. */
  void opened(LiveRound round);

  /** A round takes nothing more. */
  void closed(RoundId round);

  /** How many subscriptions there are now. */
  long subscriptions();
}
