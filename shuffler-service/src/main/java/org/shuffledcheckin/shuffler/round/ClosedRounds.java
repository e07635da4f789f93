package org.shuffledcheckin.shuffler.round;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;

/** Those who wait for a round to close. Whoever gives up is forgotten at once. */
final class ClosedRounds {
  private final Map<RoundId, Set<CompletableFuture<ClosedRound>>> waiting =
      new ConcurrentHashMap<>();

  void await(RoundId id, CompletableFuture<ClosedRound> result) {
    Set<CompletableFuture<ClosedRound>> peers =
        waiting.computeIfAbsent(id, round -> ConcurrentHashMap.newKeySet());
    peers.add(result);
    result.whenComplete((outcome, failure) -> peers.remove(result));
  }

  void complete(ClosedRound outcome) {
    Set<CompletableFuture<ClosedRound>> peers = waiting.remove(outcome.id());
    if (peers != null) {
      List.copyOf(peers).forEach(peer -> peer.complete(outcome));
    }
  }

  void refuseAll() {
    RefusedException stopping =
        new RefusedException(Refusal.SHUTTING_DOWN, "the shuffler is stopping");
    waiting.values().stream()
        .flatMap(peers -> List.copyOf(peers).stream())
        .forEach(peer -> peer.completeExceptionally(stopping));
  }
}
