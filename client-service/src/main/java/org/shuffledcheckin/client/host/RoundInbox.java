package org.shuffledcheckin.client.host;

import java.util.Optional;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Holds the newest announced round that nobody has taken yet, and the time of the one that was
 * taken last. What is not the newest any more is of no use to anyone.
 */
final class RoundInbox {
  /** A round and its time. */
  record Work(OpenedRound round, RoundTime time) {
    RoundId id() {
      return round.id();
    }
  }

  private Optional<Work> waiting = Optional.empty();
  private Optional<Work> current = Optional.empty();
  private boolean closed;

  /**
   * Announces a round, which ends any other. One that is worked on already goes on undisturbed, and
   * is looked at once more: something of it may not have arrived.
   */
  synchronized void put(OpenedRound round) {
    Optional<RoundTime> running =
        current
            .filter(work -> isSame(work.round(), round) && !work.time().isOver())
            .map(Work::time);
    if (running.isEmpty()) {
      current.ifPresent(older -> older.time().end());
    }
    waiting =
        Optional.of(
            new Work(
                round,
                running.orElseGet(() -> new RoundTime(round.remaining(), System::nanoTime))));
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
    if (closed) {
      return Optional.empty();
    }
    current = waiting;
    waiting = Optional.empty();
    return current;
  }

  /** Ends everything. */
  synchronized void close() {
    closed = true;
    current.ifPresent(work -> work.time().end());
    notifyAll();
  }

  private static boolean isSame(OpenedRound one, OpenedRound other) {
    return one.announcement().digest().equals(other.announcement().digest());
  }
}
