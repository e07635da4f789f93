package org.shuffledcheckin.client.host;

import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/** Tells several listeners. */
record ListenerChain(List<HostListener> listeners) implements HostListener {
  @Override
  public void connected() {
    listeners.forEach(HostListener::connected);
  }

  @Override
  public void disconnected() {
    listeners.forEach(HostListener::disconnected);
  }

  @Override
  public void malformed() {
    listeners.forEach(HostListener::malformed);
  }

  @Override
  public void refused(RoundId round, RefusalReason reason, long clients) {
    listeners.forEach(listener -> listener.refused(round, reason, clients));
  }

  @Override
  public void drawn(RoundId round, long participants, long reports) {
    listeners.forEach(listener -> listener.drawn(round, participants, reports));
  }

  @Override
  public void charged(PrivacyFilter typical) {
    listeners.forEach(listener -> listener.charged(typical));
  }

  @Override
  public void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {
    listeners.forEach(listener -> listener.pledged(round, outcomes));
  }

  @Override
  public void finished(RoundSummary summary) {
    listeners.forEach(listener -> listener.finished(summary));
  }
}
