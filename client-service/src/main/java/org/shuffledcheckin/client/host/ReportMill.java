package org.shuffledcheckin.client.host;

import java.util.ArrayList;
import java.util.List;
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
final class ReportMill {
  /** Takes the sealed reports of one client. Called from several threads. */
  interface Sink {
    void take(int client, List<byte[]> sealed) throws InterruptedException;
  }

  private final ExecutorService pool;
  private final int threads;
  private final ClientRandomness randomness;

  ReportMill(ExecutorService pool, int threads, ClientRandomness randomness) {
    this.pool = pool;
    this.threads = threads;
    this.randomness = randomness;
  }

  /** Runs until every client's reports are handed over, or the round is over. */
  void run(
      RoundId round, Draws draws, LocalTask task, ReportSealer sealer, RoundTime time, Sink sink)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, draws.size()); i++) {
      workers.add(
          pool.submit(
              () -> {
                work(round, draws, next, task.newWorker(), sealer, time, sink);
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      await(worker);
    }
  }

  private void work(
      RoundId round,
      Draws draws,
      AtomicInteger next,
      ReportWorker worker,
      ReportSealer sealer,
      RoundTime time,
      Sink sink)
      throws InterruptedException {
    for (int place = next.getAndIncrement();
        place < draws.size() && !time.isOver();
        place = next.getAndIncrement()) {
      int client = draws.client(place);
      List<byte[]> sealed = new ArrayList<>(draws.reports(place));
      for (byte[] report :
          worker.reports(client, draws.reports(place), randomness.reports(round, client))) {
        sealed.add(sealer.seal(report));
      }
      sink.take(client, sealed);
    }
  }

  private static void await(Future<?> worker) throws InterruptedException {
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
