package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.IntakeLimits;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.RoundState;

class AnswerTest {
  private static final Terms TERMS = Terms.simple();

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    rig = Rig.inMemory(folder);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void answer_second_isRefusedAndTheFirstCounts() {
    byte[] token = rig.enrol(1).get(0);
    rig.open(1, TERMS);
    assertThat(rig.answer(1, token, Rig.report(TERMS, 1))).isEqualTo(Outcome.ACCEPTED);
    assertThat(rig.answer(1, token, Rig.report(TERMS, 2))).isEqualTo(Outcome.ALREADY_ANSWERED);
    rig.restart();
    assertThat(rig.answer(1, token, Rig.report(TERMS, 1))).isEqualTo(Outcome.ALREADY_ANSWERED);
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.batch(1)).extracting(Rig::unit).containsExactly(1L);
  }

  @Test
  void answer_sameClientTwiceInOneRequest_countsOnce() {
    byte[] token = rig.enrol(1).get(0);
    rig.open(1, TERMS);
    assertThat(rig.answerAll(1, List.of(token, token)))
        .containsExactly(Outcome.ACCEPTED, Outcome.ALREADY_ANSWERED);
  }

  @Test
  void answer_credentials_areChecked() {
    List<byte[]> tokens = rig.enrol(2500);
    rig.open(1, TERMS);
    byte[] wrong = tokens.get(3).clone();
    wrong[20] ^= 1;
    byte[] unknown = ByteBuffer.allocate(24).putLong(2500).array();
    byte[] negative = ByteBuffer.allocate(24).putLong(-1).array();
    byte[] ofAnother = tokens.get(4).clone();
    ByteBuffer.wrap(ofAnother).putLong(5);
    rig.shuffler().registry().revoke(List.of(7L));
    assertThat(
            rig.answerAll(
                1,
                List.of(
                    wrong,
                    unknown,
                    negative,
                    ofAnother,
                    new byte[0],
                    new byte[25],
                    tokens.get(7),
                    tokens.get(2499))))
        .containsExactly(
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.NOT_AUTHORISED,
            Outcome.ACCEPTED);
    rig.restart();
    assertThat(rig.answer(1, tokens.get(7))).isEqualTo(Outcome.NOT_AUTHORISED);
    assertThat(rig.shuffler().registry().activeCount()).isEqualTo(2499);
  }

  @Test
  void answer_numberAndLengthOfReports_areChecked() {
    byte[] token = rig.enrol(1).get(0);
    rig.open(1, TERMS);
    byte[] report = Rig.report(TERMS, 1);
    byte[][] many = Collections.nCopies(17, report).toArray(byte[][]::new);
    assertThat(rig.answer(1, token, many)).isEqualTo(Outcome.TOO_MANY_REPORTS);
    assertThat(rig.answer(1, token, report, new byte[63])).isEqualTo(Outcome.WRONG_LENGTH);
    assertThat(rig.answer(1, token, new byte[65])).isEqualTo(Outcome.WRONG_LENGTH);
    byte[][] most = Collections.nCopies(16, report).toArray(byte[][]::new);
    assertThat(rig.answer(1, token, most)).isEqualTo(Outcome.ACCEPTED);
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.batch(1)).hasSize(16);
  }

  @Test
  void answer_roundUnknownOrClosed_isRefused() {
    byte[] token = rig.enrol(1).get(0);
    assertThat(rig.answer(1, token)).isEqualTo(Outcome.ROUND_NOT_OPEN);
    rig.open(1, TERMS);
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.answer(1, token)).isEqualTo(Outcome.ROUND_NOT_OPEN);
  }

  @Test
  void answer_spoolFull_isBusyForReportsOnly() {
    rig.limits = limits(64 << 20, 3 * 64, 20);
    List<byte[]> tokens = rig.enrol(5);
    rig.open(1, TERMS);
    byte[] report = Rig.report(TERMS, 1);
    assertThat(rig.answer(1, tokens.get(0), report, report)).isEqualTo(Outcome.ACCEPTED);
    assertThat(rig.answer(1, tokens.get(1), report, report)).isEqualTo(Outcome.BUSY);
    assertThat(rig.answer(1, tokens.get(2))).isEqualTo(Outcome.ACCEPTED);
    assertThat(rig.answer(1, tokens.get(1), report)).isEqualTo(Outcome.ACCEPTED);
    assertThat(rig.shuffler().spoolBytes()).isEqualTo(3 * 64);
    rig.finish(1);
    rig.open(2, TERMS);
    assertThat(rig.answer(2, tokens.get(1), report)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_queueFull_isBusyAtOnce() throws Exception {
    rig.largestAnswer = Long.MAX_VALUE;
    rig.limits = limits(8 << 20, 1L << 40, 20);
    Terms terms = TERMS.reportBytes((4 << 20) - 48);
    List<byte[]> tokens = rig.enrol(4);
    rig.open(1, terms);
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    rig.disk()
        .beforeWrite(
            () -> {
              writing.countDown();
              await(release);
            });
    var first = send(tokens.get(0), Rig.report(terms, 1));
    assertThat(writing.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    var second = send(tokens.get(1), Rig.report(terms, 2));
    assertThat(Rig.get(second)[0]).isEqualTo(Outcome.BUSY);
    assertThat(first).isNotDone();
    rig.disk().beforeWrite(() -> {});
    release.countDown();
    assertThat(Rig.get(first)[0]).isEqualTo(Outcome.ACCEPTED);
    assertThat(Rig.get(send(tokens.get(1), Rig.report(terms, 2)))[0]).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_repeatingItself_isBusyUntilTheWindowEnds() {
    rig.limits = limits(64 << 20, 1L << 40, 3);
    List<byte[]> tokens = rig.enrol(2);
    rig.open(1, TERMS);
    rig.answer(1, tokens.get(0));
    for (int i = 0; i < 3; i++) {
      assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ALREADY_ANSWERED);
    }
    assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.BUSY);
    assertThat(rig.answer(1, tokens.get(1))).isEqualTo(Outcome.ACCEPTED);
    rig.pass(Duration.ofSeconds(10));
    assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ALREADY_ANSWERED);
  }

  @Test
  void answer_wrongSecretsForAClient_doNotUseUpItsAllowance() {
    rig.limits = limits(64 << 20, 1L << 40, 1);
    byte[] token = rig.enrol(1).get(0);
    rig.open(1, TERMS);
    byte[] wrong = token.clone();
    wrong[23] ^= 1;
    for (int i = 0; i < 10; i++) {
      assertThat(rig.answer(1, wrong)).isEqualTo(Outcome.NOT_AUTHORISED);
    }
    assertThat(rig.answer(1, token)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_diskLow_isBusyUntilThereIsSpace() {
    byte[] token = rig.enrol(1).get(0);
    rig.open(1, TERMS);
    rig.freeDisk.set(1 << 20);
    rig.advance(Duration.ofSeconds(1));
    assertThat(rig.shuffler().isReady()).isFalse();
    assertThat(rig.answer(1, token, Rig.report(TERMS, 1))).isEqualTo(Outcome.BUSY);
    rig.freeDisk.set(1L << 40);
    rig.advance(Duration.ofSeconds(1));
    assertThat(rig.shuffler().isReady()).isTrue();
    assertThat(rig.answer(1, token, Rig.report(TERMS, 1))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_failedWriteThatIsOnDiskAfterAll_countsOnce() {
    failedWrite(MemoryDisk.Fault.APPLIED, Outcome.ALREADY_ANSWERED);
  }

  @Test
  void answer_failedWriteThatIsLost_countsOnceAfterTheRetry() {
    failedWrite(MemoryDisk.Fault.LOST, Outcome.ACCEPTED);
  }

  private void failedWrite(MemoryDisk.Fault fault, Outcome ofRetry) {
    List<byte[]> tokens = rig.enrol(2);
    rig.open(1, TERMS);
    rig.disk().failNext(fault);
    assertThat(rig.answer(1, tokens.get(0), Rig.report(TERMS, 1))).isEqualTo(Outcome.BUSY);
    assertThat(rig.shuffler().isReady()).isFalse();
    assertThat(rig.answer(1, tokens.get(1))).isEqualTo(Outcome.BUSY);
    rig.disk().setBroken(true);
    rig.advance(Duration.ofSeconds(2));
    assertThat(rig.shuffler().isReady()).isFalse();
    rig.disk().setBroken(false);
    rig.advance(Duration.ofSeconds(2));
    assertThat(rig.shuffler().isReady()).isTrue();
    assertThat(rig.answer(1, tokens.get(0), Rig.report(TERMS, 1))).isEqualTo(ofRetry);
    rig.advance(Duration.ofSeconds(26));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.RELEASED);
    assertThat(rig.batch(1)).extracting(Rig::unit).containsExactly(1L);
  }

  @Test
  void answer_whileStopping_isEitherDurableOrBusy() {
    List<byte[]> tokens = rig.enrol(200);
    rig.open(1, TERMS);
    List<CompletableFuture<Outcome[]>> sent = new java.util.ArrayList<>();
    for (int i = 0; i < 200; i++) {
      sent.add(send(tokens.get(i), Rig.report(TERMS, i)));
      if (i == 100) {
        new Thread(rig.shuffler()::close).start();
      }
    }
    List<Long> acknowledged = new java.util.ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Outcome outcome = Rig.get(sent.get(i))[0];
      assertThat(outcome).isIn(Outcome.ACCEPTED, Outcome.BUSY);
      if (outcome == Outcome.ACCEPTED) {
        acknowledged.add((long) i);
      }
    }
    rig.restart();
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.batch(1))
        .extracting(Rig::unit)
        .containsExactlyInAnyOrderElementsOf(acknowledged);
  }

  private CompletableFuture<Outcome[]> send(byte[] token, byte[] report) {
    return rig.shuffler().answer(rig.id(1), List.of(new ClientAnswer(token, List.of(report))));
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, java.util.concurrent.TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody released the write");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static IntakeLimits limits(long queue, long spool, int refused) {
    return new IntakeLimits(
        new ByteSize(queue),
        new ByteSize(1 << 20),
        new ByteSize(spool),
        new ByteSize(1 << 30),
        new ByteSize(4 << 20),
        refused,
        Duration.ofSeconds(10));
  }
}
