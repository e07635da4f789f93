package org.shuffledcheckin.client.host;

import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Hears how a host is doing, in counts. Calls come from the host's threads; return soon. What a
 * listener is told about reports, after-draw refusals and the end of a round depends on draws and
 * must not leave the process, unless its clients are simulated.
 */
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

  /**
   * What clients have been charged, at the start and after every round that they drew in. Depends
   * on which rounds they took part in and on nothing that they drew.
   *
   * @param typical the filter at which most clients are; of a single client, its own
   */
  default void charged(PrivacyFilter typical) {}

  /**
   * Every pledge of a round has found its end. All participants pledge, so this tells of no draw.
   *
   * @param outcomes how many pledges ended how
   */
  default void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {}

  /** All that could be done for a round is done; this tells of draws. */
  default void finished(RoundSummary summary) {}
}
