package org.shuffledcheckin.aggregator.round;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.budget.BudgetGate;

/**
 * How many more rounds the budget allows. All rounds of a plan cost the same, so it is worked out
 * once, beside the first rounds, and counted down from there.
 */
final class Forecast {
  /** Beyond this many rounds nobody plans; it bounds the search. */
  private static final long CEILING = 1_000_000;

  private final Executor executor;
  private Optional<CompletableFuture<Long>> last = Optional.empty();

  Forecast(Executor executor) {
    this.executor = executor;
  }

  /** Begins to work it out, if that was not done before. */
  void begin(long charged, BudgetGate gate, CheckInRound round) {
    if (last.isEmpty()) {
      last =
          Optional.of(
              CompletableFuture.supplyAsync(
                  () -> charged + gate.roundsLeft(round, CEILING), executor));
    }
  }

  /** How many rounds are left after so many; nothing until it is known. */
  OptionalLong left(long charged) {
    if (last.isEmpty() || !last.get().isDone()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(0, last.get().join() - charged));
  }

  /** Waits until it is known. */
  void await() {
    last.ifPresent(CompletableFuture::join);
  }
}
