package org.shuffledcheckin.client.host;

import java.util.Optional;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.round.RoundId;

/** Keeps a subscription open for as long as the host runs, with waits between attempts. */
final class SubscriptionKeeper implements RoundFeed {
  private final Shuffler shuffler;
  private final RoundInbox inbox;
  private final HostListener listener;
  private final Retries retries;
  private Optional<Shuffler.Subscription> subscription = Optional.empty();
  private int failures;
  private boolean connected;
  private boolean closed;

  SubscriptionKeeper(Shuffler shuffler, RoundInbox inbox, HostListener listener, Retries retries) {
    this.shuffler = shuffler;
    this.inbox = inbox;
    this.listener = listener;
    this.retries = retries;
  }

  synchronized void open() {
    if (closed) {
      return;
    }
    try {
      subscription = Optional.of(shuffler.subscribe(this));
    } catch (RuntimeException e) {
      // Whatever went wrong, without another attempt the host would be deaf for good.
      ended();
    }
  }

  synchronized boolean isConnected() {
    return connected;
  }

  synchronized void close() {
    closed = true;
    subscription.ifPresent(Shuffler.Subscription::close);
  }

  @Override
  public synchronized void alive() {
    failures = 0;
    if (!connected) {
      connected = true;
      listener.connected();
    }
  }

  @Override
  public void opened(OpenedRound round) {
    inbox.put(round);
  }

  @Override
  public void closed(RoundId round) {
    inbox.end(round);
  }

  @Override
  public void malformed() {
    listener.malformed();
  }

  @Override
  public synchronized void ended() {
    if (closed) {
      return;
    }
    // Also said, once, of a shuffler that was never heard of.
    if (connected || failures == 0) {
      connected = false;
      listener.disconnected();
    }
    failures++;
    closed = !retries.repeat(failures, this::open);
  }
}
