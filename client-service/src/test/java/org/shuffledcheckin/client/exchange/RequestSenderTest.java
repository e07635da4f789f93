package org.shuffledcheckin.client.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.time.VirtualClock;

class RequestSenderTest {
  private static final RoundId ROUND = new RoundId(TestRounds.RUN, 1);
  private static final RetryPolicy RETRY =
      new RetryPolicy(4, Duration.ofMillis(1), Duration.ofMillis(4), Duration.ofSeconds(5));

  private final VirtualClock clock = new VirtualClock();
  private final Scripted shuffler = new Scripted();

  /** Replies by script, and accepts once the script has run out. */
  private static final class Scripted extends UnusedShuffler {
    private final List<List<Pledge>> pledges = Collections.synchronizedList(new ArrayList<>());
    private final List<List<Delivery>> requests = Collections.synchronizedList(new ArrayList<>());
    private final Deque<CompletableFuture<List<PledgeOutcome>>> pledgeScript = new ArrayDeque<>();
    private final Deque<CompletableFuture<List<DeliveryOutcome>>> script = new ArrayDeque<>();
    private Runnable onRequest = () -> {};

    @Override
    public synchronized CompletableFuture<List<PledgeOutcome>> pledge(
        RoundId round, List<Pledge> sent, Duration timeout) {
      pledges.add(List.copyOf(sent));
      return pledgeScript.isEmpty()
          ? CompletableFuture.completedFuture(
              Collections.nCopies(sent.size(), PledgeOutcome.ACCEPTED))
          : pledgeScript.poll();
    }

    @Override
    public synchronized CompletableFuture<List<DeliveryOutcome>> deliver(
        RoundId round, List<Delivery> deliveries, Duration timeout) {
      requests.add(List.copyOf(deliveries));
      onRequest.run();
      return script.isEmpty()
          ? CompletableFuture.completedFuture(
              Collections.nCopies(deliveries.size(), DeliveryOutcome.ACCEPTED))
          : script.poll();
    }
  }

  private DeliverySender sender(Duration remaining) {
    return new DeliverySender(
        shuffler, ROUND, new RoundTime(remaining, clock::nanoTime), retries(), 2);
  }

  private PledgeSender pledges(boolean firstWords) {
    return new PledgeSender(
        shuffler,
        ROUND,
        new RoundTime(Duration.ofMinutes(1), clock::nanoTime),
        retries(),
        2,
        firstWords);
  }

  private Retries retries() {
    return new Retries(RETRY, clock.waitingTimer(), new SecureRandom());
  }

  private static Delivery delivery(int client, int reports, int bytes) {
    List<byte[]> sealed = new ArrayList<>();
    for (int i = 0; i < reports; i++) {
      sealed.add(new byte[bytes]);
    }
    return new Delivery(client, new byte[24], sealed);
  }

  private static <O> CompletableFuture<List<O>> failed(boolean mayRetry) {
    return CompletableFuture.failedFuture(new ExchangeException("TEST", mayRetry));
  }

  @Test
  void finish_pledgedBySomebodyElse_isNotCountedAsPledged() throws Exception {
    List<PledgeOutcome> replies =
        List.of(
            PledgeOutcome.ACCEPTED,
            PledgeOutcome.ALREADY_PLEDGED,
            PledgeOutcome.BUSY,
            PledgeOutcome.NOT_AUTHORISED);
    shuffler.pledgeScript.add(CompletableFuture.completedFuture(replies));
    shuffler.pledgeScript.add(
        CompletableFuture.completedFuture(List.of(PledgeOutcome.ALREADY_PLEDGED)));
    PledgeSender sender = pledges(true);
    for (int client = 0; client < 4; client++) {
      sender.add(new Pledge(client, new byte[24], client));
    }
    assertThat(sender.finish().of(PledgeOutcome.ALREADY_PLEDGED)).isEqualTo(2);
    assertThat(sender.pledged().stream()).containsExactly(0, 2);
    assertThat(sender.elsewhere().stream()).containsExactly(1);
  }

  @Test
  void finish_pledgedInAnEarlierLife_isCountedAsPledged() throws Exception {
    shuffler.pledgeScript.add(
        CompletableFuture.completedFuture(List.of(PledgeOutcome.ALREADY_PLEDGED)));
    PledgeSender sender = pledges(false);
    sender.add(new Pledge(3, new byte[24], 1));
    assertThat(sender.finish().unheard()).isEmpty();
    assertThat(sender.pledged().stream()).containsExactly(3);
    assertThat(sender.elsewhere().stream()).isEmpty();
  }

  @Test
  void add_manyPledges_packsThemByNumber() throws Exception {
    PledgeSender sender = pledges(true);
    for (int client = 0; client < 10_000; client++) {
      sender.add(new Pledge(client, new byte[24], 0));
    }
    assertThat(sender.finish().of(PledgeOutcome.ACCEPTED)).isEqualTo(10_000);
    assertThat(shuffler.pledges.stream().map(List::size)).containsExactly(4096, 4096, 1808);
  }

  @Test
  void add_largeDeliveries_packsThemByBytes() throws Exception {
    DeliverySender sender = sender(Duration.ofMinutes(1));
    for (int i = 0; i < 50; i++) {
      sender.add(delivery(i, 3, 100_000));
    }
    assertThat(sender.finish().of(DeliveryOutcome.ACCEPTED)).isEqualTo(50);
    for (List<Delivery> request : shuffler.requests) {
      long bytes = request.stream().mapToLong(Delivery::wireBytes).sum();
      assertThat(bytes).isLessThanOrEqualTo(WireLimits.MESSAGE_BYTES - 64);
    }
    assertThat(shuffler.requests).hasSize(4);
  }

  @Test
  void finish_failuresThenBusy_repeatsTheSameObjectsAndOnlyThem() throws Exception {
    shuffler.script.add(failed(true));
    shuffler.script.add(
        CompletableFuture.completedFuture(List.of(DeliveryOutcome.BUSY, DeliveryOutcome.ACCEPTED)));
    DeliverySender sender = sender(Duration.ofMinutes(1));
    Delivery first = delivery(0, 1, 10);
    Delivery second = delivery(1, 2, 10);
    sender.add(first);
    sender.add(second);
    assertThat(sender.finish().of(DeliveryOutcome.ACCEPTED)).isEqualTo(2);
    assertThat(shuffler.requests)
        .containsExactly(List.of(first, second), List.of(first, second), List.of(first));
  }

  @Test
  void finish_neverReached_givesUpAfterTheAttempts() throws Exception {
    for (int i = 0; i < 10; i++) {
      shuffler.script.add(failed(true));
    }
    DeliverySender sender = sender(Duration.ofMinutes(1));
    Delivery only = delivery(0, 1, 10);
    sender.add(only);
    Tally<Delivery, DeliveryOutcome> tally = sender.finish();
    assertThat(tally.unheard()).containsExactly(only);
    assertThat(tally.of(DeliveryOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(RETRY.attempts());
  }

  @Test
  void finish_lastWord_isNotRepeated() throws Exception {
    shuffler.script.add(failed(false));
    DeliverySender sender = sender(Duration.ofMinutes(1));
    sender.add(delivery(0, 1, 10));
    assertThat(sender.finish().of(DeliveryOutcome.UNKNOWN)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(1);
  }

  @Test
  void finish_replyOfAnotherLength_isNotBelieved() throws Exception {
    shuffler.script.add(CompletableFuture.completedFuture(List.of()));
    DeliverySender sender = sender(Duration.ofMinutes(1));
    sender.add(delivery(0, 1, 10));
    assertThat(sender.finish().of(DeliveryOutcome.ACCEPTED)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(2);
  }

  @Test
  void finish_roundOver_sendsNothingMore() throws Exception {
    DeliverySender sender = sender(Duration.ZERO);
    sender.add(delivery(0, 1, 10));
    assertThat(sender.finish().of(DeliveryOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(shuffler.requests).isEmpty();
  }

  @Test
  void finish_replyNeverComes_waitsNotMuchLongerThanTheRound() throws Exception {
    shuffler.script.add(new CompletableFuture<>());
    shuffler.onRequest = () -> clock.pass(Duration.ofMillis(200));
    DeliverySender sender = sender(Duration.ofMillis(200));
    sender.add(delivery(0, 1, 10));
    long start = System.nanoTime();
    assertThat(sender.finish().of(DeliveryOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
  }
}
