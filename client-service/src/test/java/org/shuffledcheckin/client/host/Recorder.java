package org.shuffledcheckin.client.host;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;

/** Remembers what a host tells, for tests that wait for it. */
class Recorder implements HostListener {
  private static final long TIMEOUT_SECONDS = 20;

  /** A refusal as it was told. */
  record Refusal(RoundId round, RefusalReason reason, long clients) {}

  private final BlockingQueue<RoundSummary> finished = new LinkedBlockingQueue<>();
  private final BlockingQueue<Refusal> refused = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> connections = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> malformed = new LinkedBlockingQueue<>();
  private final BlockingQueue<RoundId> drawn = new LinkedBlockingQueue<>();
  private final BlockingQueue<RoundId> pledged = new LinkedBlockingQueue<>();

  @Override
  public void connected() {
    connections.add("connected");
  }

  @Override
  public void disconnected() {
    connections.add("disconnected");
  }

  @Override
  public void malformed() {
    malformed.add("malformed");
  }

  @Override
  public void drawn(RoundId round, long participants, long reports) {
    drawn.add(round);
  }

  @Override
  public void refused(RoundId round, RefusalReason reason, long clients) {
    refused.add(new Refusal(round, reason, clients));
  }

  @Override
  public void pledged(RoundId round, Map<PledgeOutcome, Long> outcomes) {
    pledged.add(round);
  }

  @Override
  public void finished(RoundSummary summary) {
    finished.add(summary);
  }

  RoundSummary awaitFinished() throws InterruptedException {
    return await(finished);
  }

  RoundId awaitPledged() throws InterruptedException {
    return await(pledged);
  }

  RefusalReason awaitRefusal() throws InterruptedException {
    return await(refused).reason();
  }

  void awaitMalformed() throws InterruptedException {
    String unused = await(malformed);
  }

  String awaitConnection() throws InterruptedException {
    return await(connections);
  }

  int drawnRounds() {
    return drawn.size();
  }

  private static <T> T await(BlockingQueue<T> queue) throws InterruptedException {
    return Optional.ofNullable(queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS))
        .orElseThrow(() -> new AssertionError("nothing was told within 20 s"));
  }
}
