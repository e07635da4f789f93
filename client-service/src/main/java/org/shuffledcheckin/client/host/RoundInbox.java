package org.shuffledcheckin.client.host;

import java.util.Optional;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Holds the newest announced round that nobody works on yet, and knows the one that is worked on.
 * What is not the newest any more is of no use to anyone.
 */
final class RoundInbox {
  /** A round and its time. */
  record Work(OpenedRound round, RoundTime time) {
    RoundId id() {
      return round.announcement().terms().id();
    }
  }

  private Optional<Work> waiting = Optional.empty();
  private Optional<Work> current = Optional.empty();
  private boolean closed;

  /**
   * Announces a round. One that is worked on already goes on undisturbed, and is looked at once
   * more afterwards: something of it may not have arrived.
   */
  synchronized void put(OpenedRound round) {
    Work work = new Work(round, new RoundTime(round.remaining(), System::nanoTime));
    current.filter(older -> !isSame(older, work)).ifPresent(older -> older.time().end());
    waiting = Optional.of(work);
    notifyAll();
  }

  /** Ends a round. */
  synchronized void end(RoundId id) {
    current.filter(work -> work.id().equals(id)).ifPresent(work -> work.time().end());
    waiting = waiting.filter(work -> !work.id().equals(id));
  }

  /** Waits for a round; nothing once closed. */
  synchronized Optional<Work> take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    current = closed ? Optional.empty() : waiting;
    waiting = Optional.empty();
    return current;
  }

  /** The round that was taken is done with. */
  synchronized void done() {
    current = Optional.empty();
  }

  /** Ends everything. */
  synchronized void close() {
    closed = true;
    current.ifPresent(work -> work.time().end());
    notifyAll();
  }

  private static boolean isSame(Work one, Work other) {
    return one.round().announcement().digest().equals(other.round().announcement().digest());
  }
}
