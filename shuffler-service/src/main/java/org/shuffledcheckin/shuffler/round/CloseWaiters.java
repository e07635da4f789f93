package org.shuffledcheckin.shuffler.round;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;

/** Those who wait for a round to close. Whoever gives up is forgotten at once. */
final class CloseWaiters {
  private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
  private final AtomicLong tickets = new AtomicLong();

  private record Waiting(RoundId round, CompletableFuture<ClosedRound> result) {}

  void await(RoundId id, CompletableFuture<ClosedRound> result) {
    long ticket = tickets.incrementAndGet();
    waiting.put(ticket, new Waiting(id, result));
    // Its own result is of no interest: it only takes note.
    CompletableFuture<ClosedRound> unused =
        result.whenComplete((outcome, failure) -> waiting.remove(ticket));
  }

  void complete(ClosedRound outcome) {
    for (Waiting one : List.copyOf(waiting.values())) {
      if (one.round().equals(outcome.id())) {
        one.result().complete(outcome);
      }
    }
  }

  void refuseAll() {
    RefusedException stopping =
        new RefusedException(Refusal.SHUTTING_DOWN, "the shuffler is stopping");
    List.copyOf(waiting.values()).forEach(one -> one.result().completeExceptionally(stopping));
  }
}
