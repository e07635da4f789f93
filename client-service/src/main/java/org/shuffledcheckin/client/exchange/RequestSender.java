package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * Hands in what clients say in one round: packs it into requests within the wire's limits, keeps a
 * few requests under way, and repeats what failed or was refused for the moment, as the same bytes,
 * until attempts or the round's time run out. Safe for several threads.
 *
 * @param <M> what is said; one of each client
 * @param <O> what may become of it
 */
abstract class RequestSender<M extends ClientMessage, O extends Enum<O> & Outcome> {
  private static final int REQUEST_OVERHEAD = 64;
  private static final long POLL_MILLIS = 100;
  private static final int GRACE_POLLS = 20;

  private final RoundTime time;
  private final Retries retries;
  private final int window;
  private final Semaphore slots;
  private final Map<O, Long> outcomes;
  private final Map<Integer, M> unheard = new HashMap<>();
  private List<M> filling = new ArrayList<>();
  private int fillingBytes = REQUEST_OVERHEAD;

  RequestSender(RoundTime time, Retries retries, int window, Class<O> type) {
    this.time = time;
    this.retries = retries;
    this.window = window;
    this.slots = new Semaphore(window);
    this.outcomes = new EnumMap<>(type);
  }

  /** Sends a request. */
  abstract CompletableFuture<List<O>> call(List<M> messages, Duration timeout);

  /** What became of messages whose request was refused for good. */
  abstract O unknown();

  /** What became of messages that nobody heard the end of. */
  abstract O unreachable();

  /** Hears the end of a message that was sent so many times; called with the lock held. */
  void settled(M message, O outcome, int attempt) {}

  /** Adds a message; waits while too many requests are under way. */
  public final void add(M message) throws InterruptedException {
    List<M> full;
    synchronized (this) {
      int bytes = message.wireBytes();
      boolean fits =
          filling.size() < WireLimits.CLIENTS_PER_REQUEST
              && fillingBytes + bytes <= WireLimits.MESSAGE_BYTES;
      full = fits ? List.of() : takeFilling();
      filling.add(message);
      fillingBytes += bytes;
      unheard.put(message.client(), message);
    }
    send(full);
  }

  /** Sends what was added so far without waiting for a request to fill. */
  public final void flush() throws InterruptedException {
    List<M> rest;
    synchronized (this) {
      rest = takeFilling();
    }
    send(rest);
  }

  /** Waits until every message has found its end or the round is over, then counts them. */
  public final Tally<M, O> finish() throws InterruptedException {
    flush();
    if (await(window, GRACE_POLLS)) {
      slots.release(window);
    }
    synchronized (this) {
      Map<O, Long> ends = new HashMap<>(outcomes);
      if (!unheard.isEmpty()) {
        ends.put(unreachable(), (long) unheard.size());
      }
      return new Tally<>(ends, List.copyOf(unheard.values()));
    }
  }

  /** Waits for so many slots, though not much longer than the round lasts. */
  private boolean await(int permits, int grace) throws InterruptedException {
    int polls = 0;
    while (!slots.tryAcquire(permits, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (time.isOver() && ++polls > grace) {
        return false;
      }
    }
    return true;
  }

  private List<M> takeFilling() {
    List<M> taken = filling;
    filling = new ArrayList<>();
    fillingBytes = REQUEST_OVERHEAD;
    return taken;
  }

  private void send(List<M> messages) throws InterruptedException {
    if (!messages.isEmpty() && await(1, 0)) {
      attempt(messages, 1);
    }
  }

  private void attempt(List<M> messages, int number) {
    if (time.isOver()) {
      slots.release();
      return;
    }
    CompletableFuture<List<O>> unused =
        call(messages, retries.timeout(time))
            .whenComplete((replies, failure) -> replied(messages, replies, failure, number));
  }

  private void replied(List<M> messages, List<O> replies, Throwable failure, int number) {
    if (failure == null && replies.size() == messages.size()) {
      again(settle(messages, replies, number), number);
    } else if (failure instanceof ExchangeException known && !known.mayRetry()) {
      messages.forEach(message -> end(message, unknown(), number));
      slots.release();
    } else {
      again(messages, number);
    }
  }

  /** Ends what has found its end, and gives back the rest. */
  private List<M> settle(List<M> messages, List<O> replies, int number) {
    List<M> busy = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (replies.get(i).mayRetry()) {
        busy.add(messages.get(i));
      } else {
        end(messages.get(i), replies.get(i), number);
      }
    }
    return busy;
  }

  private void again(List<M> messages, int number) {
    // A timer refuses work once its owner closes; nothing is lost, a later start resends.
    if (messages.isEmpty() || !retries.repeat(number, time, () -> attempt(messages, number + 1))) {
      slots.release();
    }
  }

  private synchronized void end(M message, O outcome, int number) {
    outcomes.merge(outcome, 1L, Long::sum);
    unheard.remove(message.client());
    settled(message, outcome, number);
  }
}
