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

class AnswerSenderTest {
  private static final RoundId ROUND = new RoundId(TestRounds.RUN, 1);
  private static final RetryPolicy RETRY =
      new RetryPolicy(4, Duration.ofMillis(1), Duration.ofMillis(4), Duration.ofSeconds(5));

  private final VirtualClock clock = new VirtualClock();
  private final Scripted shuffler = new Scripted();

  /** Replies by script, and accepts once the script has run out. */
  private static final class Scripted implements Shuffler {
    private final List<List<Answer>> requests = Collections.synchronizedList(new ArrayList<>());
    private final Deque<CompletableFuture<List<AnswerOutcome>>> script = new ArrayDeque<>();
    private Runnable onRequest = () -> {};

    @Override
    public Subscription subscribe(RoundFeed feed) {
      throw new AssertionError("not asked for");
    }

    @Override
    public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
      throw new AssertionError("not asked for");
    }

    @Override
    public synchronized CompletableFuture<List<AnswerOutcome>> answer(
        RoundId round, List<Answer> answers, Duration timeout) {
      requests.add(List.copyOf(answers));
      onRequest.run();
      return script.isEmpty()
          ? CompletableFuture.completedFuture(
              Collections.nCopies(answers.size(), AnswerOutcome.ACCEPTED))
          : script.poll();
    }
  }

  private AnswerSender sender(Duration remaining) {
    return new AnswerSender(
        shuffler,
        ROUND,
        new RoundTime(remaining, clock::nanoTime),
        new Retries(RETRY, clock.waitingTimer(), new SecureRandom()),
        2);
  }

  private static Answer answer(int reports, int bytes) {
    List<byte[]> sealed = new ArrayList<>();
    for (int i = 0; i < reports; i++) {
      sealed.add(new byte[bytes]);
    }
    return new Answer(new byte[24], sealed);
  }

  private static CompletableFuture<List<AnswerOutcome>> failed(boolean mayRetry) {
    return CompletableFuture.failedFuture(new ExchangeException("TEST", mayRetry));
  }

  @Test
  void add_manySmallAnswers_packsThemByNumber() throws Exception {
    AnswerSender sender = sender(Duration.ofMinutes(1));
    for (int i = 0; i < 10_000; i++) {
      sender.add(answer(0, 0));
    }
    assertThat(sender.finish().of(AnswerOutcome.ACCEPTED)).isEqualTo(10_000);
    assertThat(shuffler.requests.stream().map(List::size)).containsExactly(4096, 4096, 1808);
  }

  @Test
  void add_largeAnswers_packsThemByBytes() throws Exception {
    AnswerSender sender = sender(Duration.ofMinutes(1));
    for (int i = 0; i < 50; i++) {
      sender.add(answer(3, 100_000));
    }
    assertThat(sender.finish().of(AnswerOutcome.ACCEPTED)).isEqualTo(50);
    for (List<Answer> request : shuffler.requests) {
      long bytes = request.stream().mapToLong(Answer::wireBytes).sum();
      assertThat(bytes).isLessThanOrEqualTo(WireLimits.MESSAGE_BYTES - 64);
    }
    assertThat(shuffler.requests).hasSize(4);
  }

  @Test
  void finish_failuresThenBusy_repeatsTheSameObjectsAndOnlyThem() throws Exception {
    shuffler.script.add(failed(true));
    shuffler.script.add(
        CompletableFuture.completedFuture(List.of(AnswerOutcome.BUSY, AnswerOutcome.ACCEPTED)));
    AnswerSender sender = sender(Duration.ofMinutes(1));
    Answer first = answer(1, 10);
    Answer second = answer(0, 0);
    sender.add(first);
    sender.add(second);
    assertThat(sender.finish().of(AnswerOutcome.ACCEPTED)).isEqualTo(2);
    assertThat(shuffler.requests)
        .containsExactly(List.of(first, second), List.of(first, second), List.of(first));
  }

  @Test
  void finish_neverReached_givesUpAfterTheAttempts() throws Exception {
    for (int i = 0; i < 10; i++) {
      shuffler.script.add(failed(true));
    }
    AnswerSender sender = sender(Duration.ofMinutes(1));
    Answer only = answer(1, 10);
    sender.add(only);
    AnswerSender.Tally tally = sender.finish();
    assertThat(tally.unreachable()).containsExactly(only);
    assertThat(tally.of(AnswerOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(RETRY.attempts());
  }

  @Test
  void finish_lastWord_isNotRepeated() throws Exception {
    shuffler.script.add(failed(false));
    AnswerSender sender = sender(Duration.ofMinutes(1));
    sender.add(answer(1, 10));
    assertThat(sender.finish().of(AnswerOutcome.UNKNOWN)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(1);
  }

  @Test
  void finish_replyOfAnotherLength_isNotBelieved() throws Exception {
    shuffler.script.add(CompletableFuture.completedFuture(List.of()));
    AnswerSender sender = sender(Duration.ofMinutes(1));
    sender.add(answer(1, 10));
    assertThat(sender.finish().of(AnswerOutcome.ACCEPTED)).isEqualTo(1);
    assertThat(shuffler.requests).hasSize(2);
  }

  @Test
  void finish_roundOver_sendsNothingMore() throws Exception {
    AnswerSender sender = sender(Duration.ZERO);
    sender.add(answer(1, 10));
    assertThat(sender.finish().of(AnswerOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(shuffler.requests).isEmpty();
  }

  @Test
  void finish_replyNeverComes_waitsNotMuchLongerThanTheRound() throws Exception {
    shuffler.script.add(new CompletableFuture<>());
    shuffler.onRequest = () -> clock.pass(Duration.ofMillis(200));
    AnswerSender sender = sender(Duration.ofMillis(200));
    sender.add(answer(1, 10));
    long start = System.nanoTime();
    assertThat(sender.finish().of(AnswerOutcome.UNREACHABLE)).isEqualTo(1);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
  }
}
