package org.shuffledcheckin.client.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every round threads of its own, so that the work of one round waits for no other's. Threads
 * whose round is over end when they have computed what they are at; memory is bounded by how many
 * rounds may still be at that.
 */
final class RoundWorkers implements AutoCloseable {
  /** A client that is still computing for so many past rounds misses the next. */
  static final int MOST_ROUNDS = 8;

  private static final Logger LOG = LoggerFactory.getLogger(RoundWorkers.class);

  private final Supplier<ExecutorService> threads;
  private final List<ExecutorService> busy = new ArrayList<>();

  /** The work of one round. */
  interface Work {
    void run(ExecutorService pool) throws InterruptedException;
  }

  RoundWorkers(Supplier<ExecutorService> threads) {
    this.threads = threads;
  }

  /** Starts the work of a round; false if too many rounds still hold theirs. */
  synchronized boolean start(Work work) {
    busy.removeIf(ExecutorService::isTerminated);
    if (busy.size() >= MOST_ROUNDS) {
      return false;
    }
    ExecutorService pool = threads.get();
    busy.add(pool);
    pool.execute(() -> run(work, pool));
    return true;
  }

  /** Interrupts everything. */
  @Override
  public synchronized void close() {
    busy.forEach(ExecutorService::shutdownNow);
  }

  private static void run(Work work, ExecutorService pool) {
    try {
      work.run(pool);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // A bug of ours must not end the process's other rounds; no message, it might name data.
      LOG.error("the work of a round was given up because of {}", e.getClass().getName());
    } finally {
      pool.shutdown();
    }
  }
}
