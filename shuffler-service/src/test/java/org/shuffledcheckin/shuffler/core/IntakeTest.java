package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.store.MemoryDisk;

class IntakeTest {
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

  private static byte[][] reports(int count) {
    return reports(TERMS, count);
  }

  private static byte[][] reports(TestTerms terms, int count) {
    byte[][] reports = new byte[count][];
    for (int i = 0; i < count; i++) {
      reports[i] = ShufflerHarness.report(terms, i);
    }
    return reports;
  }

  @Test
  void pledge_second_isRefusedAndTheFirstCounts() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    assertThat(harness.pledge(1, token, 1)).isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.pledge(1, token, 1)).isEqualTo(Outcome.ALREADY_PLEDGED);
    assertThat(harness.pledge(1, token, 2)).isEqualTo(Outcome.ALREADY_PLEDGED);
    harness.restart();
    assertThat(harness.pledge(1, token, 2)).isEqualTo(Outcome.ALREADY_PLEDGED);
    assertThat(harness.deliver(1, token, reports(2))).isEqualTo(Outcome.NOT_AS_PLEDGED);
    assertThat(harness.deliver(1, token, reports(1))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void deliver_second_isRefusedAndTheFirstCounts() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    assertThat(harness.takePart(1, token, ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.deliver(1, token, ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.ALREADY_DELIVERED);
    harness.restart();
    assertThat(harness.deliver(1, token, ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ALREADY_DELIVERED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1)).extracting(ShufflerHarness::unit).containsExactly(1L);
  }

  @Test
  void deliver_otherThanPledged_isRefusedAndTakesNothing() {
    List<byte[]> tokens = harness.enrol(3);
    harness.open(1, TERMS);
    assertThat(harness.deliver(1, tokens.get(0), reports(1))).isEqualTo(Outcome.NOT_AS_PLEDGED);
    harness.pledge(1, tokens.get(0), 2);
    for (int count : new int[] {0, 1, 3, 17}) {
      assertThat(harness.deliver(1, tokens.get(0), reports(count)))
          .as("%d of 2", count)
          .isEqualTo(Outcome.NOT_AS_PLEDGED);
    }
    harness.pledge(1, tokens.get(1), 0);
    assertThat(harness.deliver(1, tokens.get(1))).isEqualTo(Outcome.NOT_AS_PLEDGED);
    assertThat(harness.deliver(1, tokens.get(1), reports(1))).isEqualTo(Outcome.NOT_AS_PLEDGED);
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.deliver(1, tokens.get(0), reports(2))).isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofSeconds(29));
    assertThat(harness.batch(1)).hasSize(2);
  }

  @Test
  void pledge_notOneByteOrMoreThanTheLawAllows_isMalformed() {
    List<byte[]> tokens = harness.enrol(9);
    harness.open(1, TERMS);
    byte[][] wrong = {{}, {0, 0}, {17}, {-1}};
    for (int i = 0; i < wrong.length; i++) {
      assertThat(pledge(1, new ClientPledge(tokens.get(i), wrong[i])))
          .as(Arrays.toString(wrong[i]))
          .isEqualTo(Outcome.MALFORMED);
    }
    assertThat(harness.pledge(1, tokens.get(0), 16)).isEqualTo(Outcome.ACCEPTED);
    harness.finish(1);
    harness.open(2, TERMS.bernoulli());
    assertThat(harness.pledge(2, tokens.get(0), 2)).isEqualTo(Outcome.MALFORMED);
    assertThat(harness.pledge(2, tokens.get(0), 1)).isEqualTo(Outcome.ACCEPTED);
  }

  private Outcome pledge(long number, ClientPledge pledge) {
    return ShufflerHarness.get(
        harness.shuffler().pledge(harness.id(number), OptionalLong.empty(), List.of(pledge)))[0];
  }

  /** Whatever goes wrong between the decision and the disk: nobody is told "accepted" for it. */
  @Test
  void deliver_groupWriteFailsOutsideTheStore_isRefusedAndLaterCountsOnce() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    assertThat(harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.pledge(1, tokens.get(1), 1)).isEqualTo(Outcome.ACCEPTED);
    harness.random.failNext(1);
    assertThat(harness.deliver(1, tokens.get(1), ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.BUSY);
    assertThat(harness.shuffler().isReady()).isFalse();
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.deliver(1, tokens.get(1), ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1))
        .extracting(ShufflerHarness::unit)
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void request_sameClientTwice_countsOnce() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    assertThat(harness.pledgeNothing(1, List.of(token, token)))
        .containsExactly(Outcome.ACCEPTED, Outcome.ALREADY_PLEDGED);
    harness.finish(1);
    harness.open(2, TERMS);
    harness.pledge(2, token, 1);
    ClientDelivery delivery = new ClientDelivery(token, List.of(reports(1)));
    assertThat(
            ShufflerHarness.get(
                harness
                    .shuffler()
                    .deliver(harness.id(2), OptionalLong.empty(), List.of(delivery, delivery))))
        .containsExactly(Outcome.ACCEPTED, Outcome.ALREADY_DELIVERED);
  }

  @Test
  void pledge_credentials_areChecked() {
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
            harness.pledgeNothing(
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
    assertThat(harness.pledge(1, tokens.get(7), 0)).isEqualTo(Outcome.NOT_AUTHORISED);
    assertThat(harness.deliver(1, wrong, reports(1))).isEqualTo(Outcome.NOT_AUTHORISED);
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(2499);
  }

  @Test
  void request_withoutCredential_isTheCallers() {
    harness.enrol(2);
    harness.open(1, TERMS);
    List<ClientPledge> pledge = List.of(ClientPledge.of(new byte[0], 1));
    assertThat(
            ShufflerHarness.get(
                harness.shuffler().pledge(harness.id(1), OptionalLong.of(1), pledge)))
        .containsExactly(Outcome.ACCEPTED);
    List<ClientDelivery> delivery = List.of(new ClientDelivery(new byte[0], List.of(reports(1))));
    assertThat(
            ShufflerHarness.get(
                harness.shuffler().deliver(harness.id(1), OptionalLong.of(0), delivery)))
        .containsExactly(Outcome.NOT_AS_PLEDGED);
    assertThat(
            ShufflerHarness.get(
                harness.shuffler().deliver(harness.id(1), OptionalLong.of(1), delivery)))
        .containsExactly(Outcome.ACCEPTED);
  }

  @Test
  void deliver_lengthOfReports_isChecked() {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    byte[][] most = reports(16);
    harness.pledge(1, token, 16);
    byte[][] wrong = most.clone();
    wrong[15] = new byte[63];
    assertThat(harness.deliver(1, token, wrong)).isEqualTo(Outcome.WRONG_LENGTH);
    wrong[15] = new byte[65];
    assertThat(harness.deliver(1, token, wrong)).isEqualTo(Outcome.WRONG_LENGTH);
    assertThat(harness.deliver(1, token, most)).isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1)).hasSize(16);
  }

  @Test
  void request_roundUnknownOrClosed_isRefused() {
    byte[] token = harness.enrol(1).get(0);
    assertThat(harness.pledge(1, token, 1)).isEqualTo(Outcome.ROUND_NOT_OPEN);
    assertThat(harness.deliver(1, token, reports(1))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    harness.open(1, TERMS);
    harness.pledge(1, token, 1);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.pledge(1, token, 1)).isEqualTo(Outcome.ROUND_NOT_OPEN);
    assertThat(harness.deliver(1, token, reports(1))).isEqualTo(Outcome.ROUND_NOT_OPEN);
  }

  /** Room for three deliveries of the largest size and nearly a fourth, whatever their size is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16})
  void deliver_spoolFull_isBusyAfterAsManyClientsWhateverTheyDrew(int drawn) {
    harness.set("intake.spool", Integer.toString(4 * 16 * 64 - 1));
    List<byte[]> tokens = harness.enrol(5);
    harness.open(1, TERMS);
    tokens.forEach(token -> harness.pledge(1, token, drawn));
    for (int i = 0; i < 4; i++) {
      assertThat(harness.deliver(1, tokens.get(i), reports(drawn)))
          .isEqualTo(i < 3 ? Outcome.ACCEPTED : Outcome.BUSY);
      harness.restart();
    }
    harness.finish(1);
    harness.open(2, TERMS);
    assertThat(harness.takePart(2, tokens.get(3), reports(drawn))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void pledge_spoolFull_isTaken() {
    harness.set("intake.spool", "1");
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    assertThat(harness.pledge(1, tokens.get(0), 0)).isEqualTo(Outcome.ACCEPTED);
    assertThat(harness.pledge(1, tokens.get(1), 16)).isEqualTo(Outcome.ACCEPTED);
  }

  /** The queue holds one delivery of the largest size and not two, whatever their size is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 12})
  void deliver_queueFull_isBusyAtOnceWhateverTheyDrew(int drawn) throws Exception {
    harness.set("intake.queue", "8MiB");
    harness.set("clients.limits.max-message", "8MiB");
    TestTerms terms = TERMS.reportBytes(400_000);
    List<byte[]> tokens = harness.enrol(4);
    harness.open(1, terms);
    tokens.forEach(token -> harness.pledge(1, token, drawn));
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    disk.beforeWrite(
        () -> {
          writing.countDown();
          await(release);
        });
    byte[][] reports = reports(terms, drawn);
    var first = harness.sendDelivery(1, tokens.get(0), reports);
    assertThat(writing.await(10, TimeUnit.SECONDS)).isTrue();
    var second = harness.sendDelivery(1, tokens.get(1), reports);
    assertThat(ShufflerHarness.get(second)[0]).isEqualTo(Outcome.BUSY);
    assertThat(first).isNotDone();
    disk.beforeWrite(() -> {});
    release.countDown();
    assertThat(ShufflerHarness.get(first)[0]).isEqualTo(Outcome.ACCEPTED);
    // Whatever comes after it on the round thread finds the queue empty.
    ShufflerHarness.get(harness.shuffler().tick());
    assertThat(harness.deliver(1, tokens.get(1), reports)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void request_repeatingItself_isBusyUntilTheWindowEnds() {
    harness.set("intake.refused-per-client", "3");
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.pledge(1, tokens.get(0), 1);
    for (int i = 0; i < 3; i++) {
      assertThat(harness.pledge(1, tokens.get(0), 1)).isEqualTo(Outcome.ALREADY_PLEDGED);
    }
    assertThat(harness.pledge(1, tokens.get(0), 1)).isEqualTo(Outcome.BUSY);
    assertThat(harness.deliver(1, tokens.get(0), reports(1))).isEqualTo(Outcome.BUSY);
    assertThat(harness.pledge(1, tokens.get(1), 1)).isEqualTo(Outcome.ACCEPTED);
    harness.clock.pass(Duration.ofSeconds(10));
    assertThat(harness.pledge(1, tokens.get(0), 1)).isEqualTo(Outcome.ALREADY_PLEDGED);
  }

  @Test
  void pledge_wrongSecretsForAClient_doNotUseUpItsAllowance() {
    harness.set("intake.refused-per-client", "1");
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    byte[] wrong = token.clone();
    wrong[23] ^= 1;
    for (int i = 0; i < 10; i++) {
      assertThat(harness.pledge(1, wrong, 0)).isEqualTo(Outcome.NOT_AUTHORISED);
    }
    assertThat(harness.pledge(1, token, 0)).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void request_diskLow_isBusyUntilThereIsSpace() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.pledge(1, tokens.get(0), 1);
    harness.freeDisk.set(1 << 20);
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isFalse();
    assertThat(harness.deliver(1, tokens.get(0), reports(1))).isEqualTo(Outcome.BUSY);
    assertThat(harness.pledge(1, tokens.get(1), 1)).isEqualTo(Outcome.BUSY);
    harness.freeDisk.set(1L << 40);
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.deliver(1, tokens.get(0), reports(1))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void pledge_failedWriteThatIsOnDiskAfterAll_countsOnce() {
    failedPledge(MemoryDisk.Fault.APPLIED, Outcome.ALREADY_PLEDGED);
  }

  @Test
  void pledge_failedWriteThatIsLost_countsOnceAfterTheRetry() {
    failedPledge(MemoryDisk.Fault.LOST, Outcome.ACCEPTED);
  }

  private void failedPledge(MemoryDisk.Fault fault, Outcome ofRetry) {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TERMS);
    disk.failNext(fault);
    assertThat(harness.pledge(1, token, 1)).isEqualTo(Outcome.BUSY);
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.pledge(1, token, 1)).isEqualTo(ofRetry);
    assertThat(harness.deliver(1, token, reports(1))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void deliver_failedWriteThatIsOnDiskAfterAll_countsOnce() {
    failedDelivery(MemoryDisk.Fault.APPLIED, Outcome.ALREADY_DELIVERED);
  }

  @Test
  void deliver_failedWriteThatIsLost_countsOnceAfterTheRetry() {
    failedDelivery(MemoryDisk.Fault.LOST, Outcome.ACCEPTED);
  }

  private void failedDelivery(MemoryDisk.Fault fault, Outcome ofRetry) {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.pledge(1, tokens.get(0), 1);
    disk.failNext(fault);
    assertThat(harness.deliver(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(Outcome.BUSY);
    assertThat(harness.shuffler().isReady()).isFalse();
    assertThat(harness.pledge(1, tokens.get(1), 0)).isEqualTo(Outcome.BUSY);
    disk.fail();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isFalse();
    disk.mend();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isTrue();
    assertThat(harness.deliver(1, tokens.get(0), ShufflerHarness.report(TERMS, 1)))
        .isEqualTo(ofRetry);
    harness.advance(Duration.ofSeconds(26));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
    assertThat(harness.batch(1)).extracting(ShufflerHarness::unit).containsExactly(1L);
  }

  @Test
  void deliver_whileStopping_isEitherDurableOrBusy() {
    TestTerms terms = TERMS.lossLimit(200);
    List<byte[]> tokens = harness.enrol(200);
    harness.open(1, terms);
    tokens.forEach(token -> harness.pledge(1, token, 1));
    List<CompletableFuture<Outcome[]>> sent = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      sent.add(harness.sendDelivery(1, tokens.get(i), ShufflerHarness.report(terms, i)));
      if (i == 100) {
        new Thread(harness.shuffler()::close).start();
      }
    }
    List<Long> acknowledged = new ArrayList<>();
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
    assertThat(harness.closed(1).missing()).isEqualTo(200 - acknowledged.size());
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody released the write");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
