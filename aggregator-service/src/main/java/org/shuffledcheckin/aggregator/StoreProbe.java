package org.shuffledcheckin.aggregator;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;

/**
 * Asks the store, when somebody wants to know, whether it is there. The answer comes within a
 * second, also from a store that hangs.
 */
final class StoreProbe implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 1000;

  private final Supplier<?> question;
  private final ExecutorService thread;
  private CompletableFuture<Optional<String>> asked =
      CompletableFuture.completedFuture(Optional.empty());

  /**
   * Prepares.
   *
   * @param question that the store answers if it is there
   */
  StoreProbe(Supplier<?> question) {
    this.question = question;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread probe = new Thread(task, "aggregator-store-probe");
              probe.setDaemon(true);
              return probe;
            });
  }

  /** What is wrong with the store now, in one sentence; nothing if it answers. */
  Optional<String> problem() {
    try {
      return ask().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of("The aggregator's database does not answer.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("The aggregator is stopping.");
    } catch (java.util.concurrent.ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /** A question that is still open is not asked again. */
  private synchronized CompletableFuture<Optional<String>> ask() {
    if (asked.isDone()) {
      asked = CompletableFuture.supplyAsync(this::answer, thread);
    }
    return asked;
  }

  private Optional<String> answer() {
    try {
      Object unused = question.get();
      return Optional.empty();
    } catch (StoreUnavailable e) {
      return Optional.of(e.getMessage());
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
