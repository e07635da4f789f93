package org.shuffledcheckin.shuffler.core;

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
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.store.MemoryDisk;

class AnswerTest {
  private static final TestTerms TERMS = TestTerms.simple();

  @TempDir Path folder;
  private MemoryDisk disk;
  private ShufflerHarness harness;

  @BeforeEach
  void start() {
    disk = new MemoryDisk(folder);
    harness = new ShufflerHarness(disk);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void answer_second_isRefusedAndTheFirstCounts() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    assertThat(harness.answer(1, token, ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.answer(1, token, ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.ALREADY_ANSWERED);
    harness.restart();
    assertThat(harness.answer(1, token, ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ALREADY_ANSWERED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1)).extracting(ShufflerHarness::unit).containsExactly(1L);
  }

  /** Whatever goes wrong between the decision and the disk: nobody is told "accepted" for it. */
  @Test
  void answer_groupWriteFailsOutsideTheStore_isRefusedAndLaterCountsOnce() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    assertThat(harness.answer(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ACCEPTED);
    harness.random.failNext(1);
    assertThat(harness.answer(1, tokens.get(1), ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.BUSY);
    assertThat(harness.shuffler().isReady()).isFalse();
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.answer(1, tokens.get(1), ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1))
        .extracting(ShufflerHarness::unit)
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void answer_sameClientTwiceInOneRequest_countsOnce() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    assertThat(harness.answerAll(1, List.of(token, token)))
        .containsExactly(Outcome.ACCEPTED, Outcome.ALREADY_ANSWERED);
  }

  @Test
  void answer_credentials_areChecked() {
    List<byte[]> tokens = harness.enrol(2500);
    harness.open(1, TERMS);
    byte[] wrong = tokens.get(3).clone();
    wrong[20] ^= 1;
    byte[] unknown = ByteBuffer.allocate(24).putLong(2500).array();
    byte[] negative = ByteBuffer.allocate(24).putLong(-1).array();
    byte[] ofAnother = tokens.get(4).clone();
    ByteBuffer.wrap(ofAnother).putLong(5);
    harness.shuffler().clients().revoke(List.of(7L));
    assertThat(
            harness.answerAll(
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
    harness.restart();
    assertThat(harness.answer(1, tokens.get(7))).isEqualTo(Outcome.NOT_AUTHORISED);
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(2499);
  }

  @Test
  void answer_numberAndLengthOfReports_areChecked() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    byte[] report = ShufflerHarness.report(TERMS, 1);
    byte[][] many = Collections.nCopies(17, report).toArray(byte[][]::new);
    assertThat(harness.answer(1, token, many)).isEqualTo(Outcome.TOO_MANY_REPORTS);
    assertThat(harness.answer(1, token, report, new byte[63])).isEqualTo(Outcome.WRONG_LENGTH);
    assertThat(harness.answer(1, token, new byte[65])).isEqualTo(Outcome.WRONG_LENGTH);
    byte[][] most = Collections.nCopies(16, report).toArray(byte[][]::new);
    assertThat(harness.answer(1, token, most)).isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1)).hasSize(16);
  }

  @Test
  void answer_roundUnknownOrClosed_isRefused() {
    byte[] token = harness.enrol(1).get(0);
    assertThat(harness.answer(1, token)).isEqualTo(Outcome.ROUND_NOT_OPEN);
    harness.open(1, TERMS);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.answer(1, token)).isEqualTo(Outcome.ROUND_NOT_OPEN);
  }

  @Test
  void answer_spoolFull_isBusyForReportsOnly() {
    harness.set("intake.spool", Integer.toString(3 * 64));
    List<byte[]> tokens = harness.enrol(5);
    harness.open(1, TERMS);
    byte[] report = ShufflerHarness.report(TERMS, 1);
    assertThat(harness.answer(1, tokens.get(0), report, report)).isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.answer(1, tokens.get(1), report, report)).isEqualTo(Outcome.BUSY);
    assertThat(harness.answer(1, tokens.get(2))).isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.answer(1, tokens.get(1), report)).isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.shuffler().spoolBytes()).isEqualTo(3 * 64);
    harness.finish(1);
    harness.open(2, TERMS);
    assertThat(harness.answer(2, tokens.get(1), report)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_queueFull_isBusyAtOnce() throws Exception {
    harness.set("intake.queue", "8MiB");
    harness.set("clients.limits.max-message", "8MiB");
    TestTerms terms = TERMS.reportBytes(400_000);
    List<byte[]> tokens = harness.enrol(4);
    harness.open(1, terms);
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    disk.beforeWrite(
        () -> {
          writing.countDown();
          await(release);
        });
    // Two of them are more than the queue holds.
    byte[][] reports =
        Collections.nCopies(12, ShufflerHarness.report(terms, 1)).toArray(byte[][]::new);
    var first = send(tokens.get(0), reports);
    assertThat(writing.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    var second = send(tokens.get(1), reports);
    assertThat(ShufflerHarness.get(second)[0]).isEqualTo(Outcome.BUSY);
    assertThat(first).isNotDone();
    disk.beforeWrite(() -> {});
    release.countDown();
    assertThat(ShufflerHarness.get(first)[0]).isEqualTo(Outcome.ACCEPTED);
    // Whatever comes after it on the round thread finds the queue empty.
    ShufflerHarness.get(harness.shuffler().tick());
    assertThat(ShufflerHarness.get(send(tokens.get(1), reports))[0]).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_repeatingItself_isBusyUntilTheWindowEnds() {
    harness.set("intake.refused-per-client", "3");
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.answer(1, tokens.get(0));
    for (int i = 0; i < 3; i++) {
      assertThat(harness.answer(1, tokens.get(0))).isEqualTo(Outcome.ALREADY_ANSWERED);
    }
    assertThat(harness.answer(1, tokens.get(0))).isEqualTo(Outcome.BUSY);
    assertThat(harness.answer(1, tokens.get(1))).isEqualTo(Outcome.ACCEPTED);
    harness.clock.pass(Duration.ofSeconds(10));
    assertThat(harness.answer(1, tokens.get(0))).isEqualTo(Outcome.ALREADY_ANSWERED);
  }

  @Test
  void answer_wrongSecretsForAClient_doNotUseUpItsAllowance() {
    harness.set("intake.refused-per-client", "1");
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    byte[] wrong = token.clone();
    wrong[23] ^= 1;
    for (int i = 0; i < 10; i++) {
      assertThat(harness.answer(1, wrong)).isEqualTo(Outcome.NOT_AUTHORISED);
    }
    assertThat(harness.answer(1, token)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void answer_diskLow_isBusyUntilThereIsSpace() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    harness.freeDisk.set(1 << 20);
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isFalse();
    assertThat(harness.answer(1, token, ShufflerHarness.report(TERMS, 1))).isEqualTo(Outcome.BUSY);
    harness.freeDisk.set(1L << 40);
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.answer(1, token, ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ACCEPTED);
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
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    disk.failNext(fault);
    assertThat(harness.answer(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.BUSY);
    assertThat(harness.shuffler().isReady()).isFalse();
    assertThat(harness.answer(1, tokens.get(1))).isEqualTo(Outcome.BUSY);
    disk.fail();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isFalse();
    disk.mend();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.answer(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(ofRetry);
    harness.advance(Duration.ofSeconds(26));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
    assertThat(harness.batch(1)).extracting(ShufflerHarness::unit).containsExactly(1L);
  }

  @Test
  void answer_whileStopping_isEitherDurableOrBusy() {
    List<byte[]> tokens = harness.enrol(200);
    harness.open(1, TERMS);
    List<CompletableFuture<Outcome[]>> sent = new java.util.ArrayList<>();
    for (int i = 0; i < 200; i++) {
      sent.add(send(tokens.get(i), ShufflerHarness.report(TERMS, i)));
      if (i == 100) {
        new Thread(harness.shuffler()::close).start();
      }
    }
    List<Long> acknowledged = new java.util.ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Outcome outcome = ShufflerHarness.get(sent.get(i))[0];
      assertThat(outcome).isIn(Outcome.ACCEPTED, Outcome.BUSY);
      if (outcome == Outcome.ACCEPTED) {
        acknowledged.add((long) i);
      }
    }
    harness.restart();
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1))
        .extracting(ShufflerHarness::unit)
        .containsExactlyInAnyOrderElementsOf(acknowledged);
  }

  private CompletableFuture<Outcome[]> send(byte[] token, byte[]... reports) {
    return harness
        .shuffler()
        .answer(harness.id(1), List.of(new ClientAnswer(token, List.of(reports))));
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
}
