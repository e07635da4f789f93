package org.shuffledcheckin.client.host;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.round.RoundId;

/** Keeps a subscription open for as long as the host runs, with waits between attempts. */
final class SubscriptionKeeper implements RoundFeed {
  private final Shuffler shuffler;
  private final RoundInbox inbox;
  private final HostListener listener;
  private final RetryPolicy retry;
  private final ScheduledExecutorService timer;
  private final RandomGenerator jitter;
  private Optional<Shuffler.Subscription> subscription = Optional.empty();
  private int failures;
  private boolean connected;
  private boolean closed;

  SubscriptionKeeper(
      Shuffler shuffler,
      RoundInbox inbox,
      HostListener listener,
      RetryPolicy retry,
      ScheduledExecutorService timer,
      RandomGenerator jitter) {
    this.shuffler = shuffler;
    this.inbox = inbox;
    this.listener = listener;
    this.retry = retry;
    this.timer = timer;
    this.jitter = jitter;
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
    try {
      ScheduledFuture<?> unused =
          timer.schedule(
              this::open, retry.waitAfter(failures, jitter).toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      closed = true;
    }
  }
}
