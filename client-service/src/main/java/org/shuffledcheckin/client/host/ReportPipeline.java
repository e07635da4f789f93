package org.shuffledcheckin.client.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.training.LocalTask;
import org.shuffledcheckin.client.training.ReportWorker;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/** Makes and seals the reports of one round on all threads, client by client in any order. */
final class ReportPipeline {
  /** Takes the sealed reports of one client. Called from several threads. */
  interface Sink {
    void take(int client, List<byte[]> sealed) throws InterruptedException;
  }

  private final ExecutorService pool;
  private final int threads;
  private final ClientRandomness randomness;

  ReportPipeline(ExecutorService pool, int threads, ClientRandomness randomness) {
    this.pool = pool;
    this.threads = threads;
    this.randomness = randomness;
  }

  /** Runs until every client's reports are handed over, or the round is over. */
  void run(
      RoundId round, Draws draws, LocalTask task, ReportSealer sealer, RoundTime time, Sink sink)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Callable<Void> work =
        () -> {
          ReportWorker worker = task.newWorker();
          for (int index = next.getAndIncrement();
              index < draws.size() && !time.isOver();
              index = next.getAndIncrement()) {
            int client = draws.client(index);
            List<byte[]> reports =
                worker.reports(client, draws.reports(index), randomness.reports(round, client));
            if (!time.isOver()) {
              sink.take(client, reports.stream().map(sealer::seal).toList());
            }
          }
          return null;
        };
    List<Future<Void>> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, draws.size()); i++) {
      workers.add(pool.submit(work));
    }
    for (Future<Void> worker : workers) {
      await(worker);
    }
  }

  private static void await(Future<Void> worker) throws InterruptedException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException("reports were interrupted");
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("reports could not be made", e.getCause());
    }
  }
}
