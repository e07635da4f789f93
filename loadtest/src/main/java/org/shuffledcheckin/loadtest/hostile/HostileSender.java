package org.shuffledcheckin.loadtest.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.rpc.RawClient;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawDelivery;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawPledge;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;

/** Sends attempts in requests within the wire's limits, a few under way, each once. */
final class HostileSender implements AutoCloseable {
  private static final int WINDOW = 4;
  private static final int MESSAGES = 512;
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
      long more = attempt.message().bytes();
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

  /** A request is of one kind, for one round, and names a client once. */
  private static boolean fits(List<Attempt> filling, long bytes, Attempt attempt) {
    Attempt last = filling.get(filling.size() - 1);
    return filling.size() < MESSAGES
        && bytes <= BYTES
        && last.round().equals(attempt.round())
        && last.message().getClass() == attempt.message().getClass()
        && last.client() < attempt.client();
  }

  private void call(List<Attempt> attempts) throws InterruptedException {
    slots.acquire();
    CompletableFuture<List<RawOutcome>> unused =
        request(attempts)
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

  private CompletableFuture<List<RawOutcome>> request(List<Attempt> attempts) {
    RoundId round = attempts.get(0).round();
    return attempts.get(0).message() instanceof RawPledge
        ? shuffler.pledge(round, messages(attempts, RawPledge.class), timeout)
        : shuffler.deliver(round, messages(attempts, RawDelivery.class), timeout);
  }

  private static <M> List<M> messages(List<Attempt> attempts, Class<M> kind) {
    return attempts.stream().map(Attempt::message).map(kind::cast).toList();
  }

  @Override
  public void close() {
    shuffler.close();
  }
}
