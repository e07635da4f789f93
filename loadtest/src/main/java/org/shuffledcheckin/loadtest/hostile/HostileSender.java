package org.shuffledcheckin.loadtest.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.loadtest.rpc.RawClient;

/** Sends attempts in requests within the wire's limits, a few under way, each once. */
final class HostileSender implements AutoCloseable {
  private static final int WINDOW = 4;
  private static final int ANSWERS = 512;
  private static final long BYTES = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final RawClient shuffler;
  private final Semaphore slots = new Semaphore(WINDOW);
  private Duration timeout = TIMEOUT;

  HostileSender(RawClient shuffler) {
    this.shuffler = shuffler;
  }

  /** Begins a round, beyond whose end no call need wait long. */
  void begin(Duration remaining) {
    Duration most = remaining.plusSeconds(2);
    timeout = most.compareTo(TIMEOUT) < 0 ? most : TIMEOUT;
  }

  /** Sends all and waits until each has its outcome or has failed. */
  void send(List<Attempt> attempts) throws InterruptedException {
    List<Attempt> filling = new ArrayList<>();
    long bytes = 0;
    for (Attempt attempt : attempts) {
      long more = attempt.answer().bytes();
      if (!filling.isEmpty() && !fits(filling, bytes + more, attempt)) {
        call(filling);
        filling = new ArrayList<>();
        bytes = 0;
      }
      filling.add(attempt);
      bytes += more;
    }
    if (!filling.isEmpty()) {
      call(filling);
    }
    slots.acquire(WINDOW);
    slots.release(WINDOW);
  }

  /** A request is for one round, and names a client once. */
  private static boolean fits(List<Attempt> filling, long bytes, Attempt attempt) {
    Attempt last = filling.get(filling.size() - 1);
    return filling.size() < ANSWERS
        && bytes <= BYTES
        && last.round().equals(attempt.round())
        && last.client() < attempt.client();
  }

  private void call(List<Attempt> attempts) throws InterruptedException {
    slots.acquire();
    CompletableFuture<List<AnswerOutcome>> unused =
        shuffler
            .answer(
                attempts.get(0).round(), attempts.stream().map(Attempt::answer).toList(), timeout)
            .whenComplete(
                (outcomes, failure) -> {
                  if (failure == null && outcomes.size() == attempts.size()) {
                    for (int i = 0; i < attempts.size(); i++) {
                      attempts.get(i).end(outcomes.get(i));
                    }
                  }
                  slots.release();
                });
  }

  @Override
  public void close() {
    shuffler.close();
  }
}
