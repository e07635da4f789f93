package org.shuffledcheckin.client.host;

import java.util.List;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/** Hears how a host is doing, in counts. Calls come from the host's threads; return soon. */
public interface HostListener {
  /** A listener that does nothing. */
  HostListener NONE = new HostListener() {};

  /** A listener that tells all the others, in their order. */
  static HostListener all(HostListener... listeners) {
    return new ListenerChain(List.of(listeners));
  }

  /** The shuffler has been heard of. */
  default void connected() {}

  /** The shuffler is not heard of any more; the host keeps trying. */
  default void disconnected() {}

  /** An announcement was no valid message. */
  default void malformed() {}

  /**
   * Clients do not take part in a round, or fall silent in it.
   *
   * @param clients how many
   */
  default void refused(RoundId round, RefusalReason reason, long clients) {}

  /**
   * Draws are durable.
   *
   * @param participants how many clients drew
   * @param reports how many reports they drew in all
   */
  default void drawn(RoundId round, long participants, long reports) {}

  /** All that could be done for a round is done. */
  default void finished(RoundSummary summary) {}
}
