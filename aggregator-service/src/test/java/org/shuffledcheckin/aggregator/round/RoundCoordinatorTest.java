package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.round.ShufflerLink.Disposition;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;

/** Where a run ends that should have paused or stalled, a test fails instead of waiting on. */
@Timeout(60)
class RoundCoordinatorTest {
  @TempDir Path folder;
  private RunFixture run;

  @BeforeEach
  void create() {
    run = new RunFixture(folder, 1);
  }

  @AfterEach
  void close() {
    run.close();
  }

  private RunEnd live() throws InterruptedException {
    return run.live(Faults.none());
  }

  @Test
  void run_undisturbed_commitsEveryRoundOnce() throws InterruptedException {
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    float[] model = run.store.newestModel().parameters();
    assertThat(model[0]).isEqualTo(UnitReports.committed(5));
    assertThat(model[2]).isEqualTo(UnitReports.committed(5));
    assertThat(model[3]).isZero();
    assertThat(run.store.totals().aggregated()).isEqualTo(15);
    assertThat(run.ended).allMatch(round -> round.outcome().orElseThrow().isCommitted());
    assertThat(run.ended).extracting(RoundView::number).containsExactly(1L, 2L, 3L);
    assertThat(run.shuffler.announced).hasSize(3);
    assertThat(run.shuffler.holds(run.shuffler.announced.get(2).terms().id())).isFalse();
  }

  @Test
  void run_everyAnnouncement_isInTheLedgerWithItsDigest() throws InterruptedException {
    live();
    List<LedgerEntry> ledger = run.store.ledgerAfter(0, 10);
    for (int i = 0; i < 3; i++) {
      Announcement round = run.shuffler.announced.get(i);
      assertThat(ledger.get(i).charge().terms().parameters()).isEqualTo(round.digest());
      assertThat(ledger.get(i).charge().after().epsilon())
          .isEqualTo(round.terms().spent().epsilon())
          .isEqualTo((i + 1) * RunFixture.RATE);
    }
    assertThat(run.shuffler.announced.stream().map(round -> round.terms().report().hpkePublicKey()))
        .doesNotHaveDuplicates();
  }

  @Test
  void run_dishonestFraction_announcesWhatTheLedgerCharges() throws InterruptedException {
    run.honestClients = 900;
    run.lossLimit = 3;
    live();
    RoundTerms announced = run.shuffler.announced.get(0).terms();
    Charge charged = run.store.ledgerAfter(0, 1).get(0).charge();
    assertThat(announced.population().clients())
        .isEqualTo(charged.terms().population().clients())
        .isEqualTo(RunFixture.CLIENTS);
    assertThat(announced.population().honest()).isEqualTo(900);
    assertThat(announced.population().lossLimit()).isEqualTo(3);
    assertThat(announced.charge()).isEqualTo(charged.accounted());
    assertThat(charged.terms().randomizer()).hasValue(announced.randomizer());
  }

  @Test
  void run_everyOpenedRound_isSignedOverTheHeadThatChargesIt() throws InterruptedException {
    live();
    List<LedgerEntry> ledger = run.store.ledgerAfter(0, 10);
    assertThat(run.shuffler.opened).hasSize(3);
    for (int i = 0; i < 3; i++) {
      SignedRound signed = run.shuffler.opened.get(i);
      assertThat(TestRounds.KEYS.verifyingKeys().verify(signed)).isTrue();
      assertThat(signed.ledger()).isEqualTo(ledger.get(i).head());
      assertThat(ledger.get(i).link().charges(signed.announcement().digest())).isTrue();
    }
  }

  @Test
  void run_keyReplacedBetweenChargeAndOpen_signsWithTheNewOne() throws InterruptedException {
    run.rounds = 1;
    for (long moment = 0; run.store.totals().charged() == 0; moment++) {
      try {
        run.live(Faults.crashAt(moment));
      } catch (Faults.Crash expected) {
        assertThat(run.shuffler.opened).isEmpty();
      }
    }
    SigningKeys both = TestRounds.KEYS.withNewKey();
    SigningKeys rotated = both.signing(both.verifyingKeys().keys().get(1).fingerprint());
    run.shuffler.believed = both.verifyingKeys();
    run.signer = rotated::sign;
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    SignedRound signed = run.shuffler.opened.get(0);
    assertThat(rotated.verifyingKeys().keys().get(0).verifies(signed)).isTrue();
    assertThat(TestRounds.KEYS.verifyingKeys().verify(signed)).isFalse();
    assertThat(run.store.totals().committed()).isEqualTo(1);
  }

  @Test
  void run_keyThatTheShufflerDoesNotHold_stallsWithoutSpendingMore() throws InterruptedException {
    run.shuffler.believed = SigningKeys.generate().verifyingKeys();
    // Time passes at once here, so the run would stall for ever: end it after some tries.
    Faults faults =
        new Faults(moment -> moment == 200 ? Optional.of(new Faults.Crash()) : Optional.empty());
    assertThatThrownBy(() -> run.live(faults)).isInstanceOf(Faults.Crash.class);
    assertThat(run.states).last().isEqualTo(RunState.STALLED);
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(1);
    run.shuffler.believed = TestRounds.KEYS.verifyingKeys();
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    assertThat(run.store.totals().committed()).isEqualTo(3);
  }

  @Test
  void run_reportsMissing_discardsAndKeepsTheCharge() throws InterruptedException {
    run.lossLimit = 3;
    run.shuffler.release =
        round -> {
          boolean second = round.terms().id().number() == 2;
          run.shuffler.missing = second ? 4 : 3;
          return second ? Disposition.REPORTS_MISSING : Disposition.RELEASED;
        };
    live();
    assertThat(run.store.outcome(2))
        .contains(RoundOutcome.discarded("REPORTS_MISSING").withMissing(4));
    assertThat(run.store.newestModel().parameters()[1]).isZero();
    assertThat(run.store.outcome(1).orElseThrow().missing()).isEqualTo(3);
    assertThat(run.store.outcome(3).orElseThrow().isCommitted()).isTrue();
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(3);
    assertThat(run.ended.get(2).epsilon()).isEqualTo(3 * RunFixture.RATE);
  }

  @Test
  void run_releasedWithMoreMissingThanWasChargedFor_isNotOpened() throws InterruptedException {
    run.lossLimit = 3;
    run.pauseAfterDiscards = 10;
    run.shuffler.missing = 4;
    live();
    assertThat(run.store.totals().discarded()).isEqualTo(3);
    assertThat(run.store.outcome(1))
        .contains(RoundOutcome.discarded("REPORTS_MISSING").withMissing(4));
    assertThat(run.store.newestModel().parameters()[0]).isZero();
  }

  @Test
  void run_longLedgerAndAShufflerThatNeverSawIt_showsItPageByPage() throws Exception {
    Head head = LedgerChain.genesis(TestRounds.RUN);
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run.db"));
        PreparedStatement insert =
            database.prepareStatement("INSERT INTO ledger VALUES (?, ?, ?)")) {
      database.setAutoCommit(false);
      for (int i = 0; i < 2500; i++) {
        LedgerEntry entry = TestRounds.entry(head, 1);
        head = entry.head();
        insert.setLong(1, entry.sequence());
        insert.setBytes(2, entry.toBytes());
        insert.setBytes(3, head.hash().toBytes());
        insert.executeUpdate();
      }
      database.commit();
    }
    run.rounds = 2501;
    run.epsilonLimit = 1000;
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    assertThat(run.shuffler.pages).isEqualTo(2);
    assertThat(run.shuffler.announced).hasSize(1);
    assertThat(run.shuffler.witnessed().orElseThrow().sequence()).isEqualTo(2501);
  }

  @Test
  void run_deliveriesThatTheShufflerDoesNotTake_waitsWithoutSpending() throws Exception {
    run.shuffler.largestDelivery = 100;
    Thread life = new Thread(this::assertInterrupted);
    life.start();
    run.shuffler.askedTwice.await();
    life.interrupt();
    life.join();
    assertThat(run.store.ledgerAfter(0, 10)).isEmpty();
    run.shuffler.largestDelivery = 4 << 20;
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void run_budgetAllowsTwo_stopsBeforeTheThird() throws InterruptedException {
    run.epsilonLimit = 2 * RunFixture.RATE;
    RunEnd end = live();
    assertThat(end.state()).isEqualTo(RunState.BUDGET_SPENT);
    assertThat(end.detail()).contains("spent after 2 rounds");
    assertThat(run.shuffler.announced).hasSize(2);
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(2);
    assertThat(live().state()).isEqualTo(RunState.BUDGET_SPENT);
  }

  @Test
  void run_discardedRound_staysChargedAndLeavesTheModel() throws InterruptedException {
    run.shuffler.release =
        round ->
            round.terms().id().number() == 2 ? Disposition.TOO_FEW_PLEDGES : Disposition.RELEASED;
    live();
    float[] model = run.store.newestModel().parameters();
    assertThat(model[0]).isEqualTo(UnitReports.committed(5));
    assertThat(model[1]).isZero();
    assertThat(model[2]).isEqualTo(UnitReports.committed(5));
    assertThat(run.store.totals().discarded()).isEqualTo(1);
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(3);
    assertThat(run.store.outcome(2).orElseThrow().disposition()).isEqualTo("TOO_FEW_PLEDGES");
  }

  @Test
  void run_discardsInARow_pausesInsteadOfSpending() throws Exception {
    run.rounds = 10;
    run.shuffler.release = round -> Disposition.TOO_FEW_PLEDGES;
    Thread life = new Thread(this::assertInterrupted);
    life.start();
    run.paused.await();
    life.interrupt();
    life.join();
    assertThat(run.store.command()).isEqualTo(RunCommand.PAUSE);
    assertThat(run.store.totals().charged()).isEqualTo(3);
    assertThat(run.states).last().isEqualTo(RunState.PAUSED);
  }

  @Test
  @Timeout(30)
  void control_endBeforeAPauseForDiscards_isForGood() throws Exception {
    run.pauseAfterDiscards = 1;
    try (LedgerMark mark = LedgerMark.open(folder.resolve("ledger.mark"), TestRounds.RUN)) {
      RoundCoordinator coordinator = run.coordinator(Faults.none(), mark);
      run.shuffler.release =
          round -> {
            coordinator.control(RunCommand.END);
            return Disposition.TOO_FEW_PLEDGES;
          };
      assertThat(coordinator.run().state()).isEqualTo(RunState.FINISHED);
      assertThat(coordinator.control(RunCommand.TRAIN)).isFalse();
      assertThat(run.store.command()).isEqualTo(RunCommand.END);
      assertThat(run.store.totals().charged()).isEqualTo(1);
    }
  }

  private void assertInterrupted() {
    try {
      live();
    } catch (InterruptedException e) {
      return;
    }
    throw new AssertionError("the run ended");
  }

  @Test
  void run_badReports_areCountedByReasonAndNothingElse() throws InterruptedException {
    run.rounds = 1;
    run.shuffler.clients = RoundCoordinatorTest::mixed;
    live();
    assertThat(run.ended.get(0).outcome().orElseThrow().rejected())
        .isEqualTo(
            Map.of(
                "not_for_this_round", 2L,
                "duplicate", 2L,
                "wrong_length", 1L,
                "malformed", 1L,
                "out_of_range", 1L));
    assertThat(run.ended.get(0).outcome().orElseThrow().aggregated()).isEqualTo(5);
    assertThat(run.store.newestModel().parameters()[0]).isEqualTo(UnitReports.committed(5));
  }

  /** Five good reports, two of them again, and one or two of each bad kind. */
  private static List<byte[]> mixed(Announcement round) {
    List<byte[]> good = FakeShuffler.fiveReports(round);
    List<byte[]> reports = new ArrayList<>(good);
    reports.add(good.get(0));
    reports.add(good.get(3));
    reports.add(new byte[round.terms().sealedReportBytes()]);
    byte[] changed = good.get(1).clone();
    changed[changed.length - 1] ^= 1;
    reports.add(changed);
    ReportSealer sealer = new ReportSealer(round);
    byte[] otherKind = UnitReports.report(1, 0);
    otherKind[1] = 77;
    reports.add(sealer.seal(otherKind));
    reports.add(sealer.seal(UnitReports.report(1, Short.MIN_VALUE)));
    reports.add(sealedWithAnotherLength(round));
    return reports;
  }

  private static byte[] sealedWithAnotherLength(Announcement round) {
    return AnyLengthSealer.seal(round, new byte[round.terms().reportBytes() + 2]);
  }

  @Test
  void run_batchBeyondTheLargest_isDiscarded() throws InterruptedException {
    run.rounds = 1;
    run.largestBatch = 4;
    live();
    assertThat(run.store.outcome(1).orElseThrow().disposition()).isEqualTo("BATCH_TOO_LARGE");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void run_batchOfAnotherSizeThanPromised_isAskedForAgain(long tooMuch)
      throws InterruptedException {
    run.rounds = 1;
    run.shuffler.promisedTooMuch = tooMuch;
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    assertThat(run.shuffler.batches).isEqualTo(2);
    assertThat(run.store.outcome(1).orElseThrow().reports()).isEqualTo(5);
    assertThat(run.store.newestModel().parameters()[0]).isEqualTo(UnitReports.committed(5));
  }

  @Test
  void run_shufflerForgotTheOpenRound_discardsIt() throws InterruptedException {
    run.rounds = 1;
    crashAfterOpening();
    run.shuffler.forget();
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    assertThat(run.store.outcome(1).orElseThrow().disposition()).isEqualTo("LOST_BY_SHUFFLER");
  }

  private void crashAfterOpening() throws InterruptedException {
    for (long moment = 0; run.shuffler.announced.isEmpty(); moment++) {
      try {
        run.live(Faults.crashAt(moment));
      } catch (Faults.Crash expected) {
        assertThat(run.store.totals().committed()).isZero();
      }
    }
  }

  @Test
  void run_tooFewEnrolled_spendsNothing() throws InterruptedException {
    run.shuffler.enrolled = RunFixture.CLIENTS - 1;
    // Time passes at once here, so the run would stall for ever: end it after some tries.
    Faults faults =
        new Faults(moment -> moment == 200 ? Optional.of(new Faults.Crash()) : Optional.empty());
    try {
      run.live(faults);
    } catch (Faults.Crash expected) {
      assertThat(run.states).last().isEqualTo(RunState.STALLED);
    }
    assertThat(run.store.ledgerAfter(0, 10)).isEmpty();
    run.shuffler.enrolled = RunFixture.CLIENTS;
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void run_shufflerHasSeenMore_refuses() throws InterruptedException {
    live();
    run.rounds = 5;
    run.shuffler.witnessed(Optional.of(new Head(9, Digest.sha256())));
    RunEnd end = live();
    assertThat(end.state()).isEqualTo(RunState.REFUSED);
    assertThat(end.detail()).contains("rolled back", "ends at entry 3", "the shuffler");
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(3);
  }

  @Test
  void run_shufflerHasSeenAnother_refuses() throws InterruptedException {
    live();
    run.rounds = 5;
    run.shuffler.witnessed(Optional.of(new Head(2, Digest.sha256())));
    RunEnd end = live();
    assertThat(end.state()).isEqualTo(RunState.REFUSED);
    assertThat(end.detail()).contains("rewritten", "entry 2", "the shuffler");
  }

  @Test
  void run_databaseRestoredFromOlderCopy_refuses() throws Exception {
    run.rounds = 1;
    live();
    run.close();
    Path older = folder.resolve("older.db");
    Files.copy(folder.resolve("run.db"), older);
    run = new RunFixture(folder, 1);
    run.shuffler.witnessed(Optional.of(run.store.ledgerAfter(0, 1).get(0).head()));
    run.rounds = 2;
    live();
    run.close();
    restore(older);
    run = new RunFixture(folder, 1);
    run.rounds = 2;
    RunEnd end = live();
    assertThat(end.state()).isEqualTo(RunState.REFUSED);
    assertThat(end.detail()).contains("rolled back", "mark");
    assertThat(run.store.ledgerAfter(0, 10)).hasSize(1);
  }

  private void restore(Path older) throws IOException {
    Files.deleteIfExists(folder.resolve("run.db-wal"));
    Files.deleteIfExists(folder.resolve("run.db-shm"));
    Files.copy(older, folder.resolve("run.db"), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void run_operatorEndedIt_doesNothingMore() throws InterruptedException {
    run.store.claim();
    run.store.command(RunCommand.END);
    assertThat(live().state()).isEqualTo(RunState.FINISHED);
    assertThat(run.shuffler.announced).isEmpty();
  }

  @Test
  void run_anotherAggregatorTakesOver_refuses() throws InterruptedException {
    Faults faults =
        new Faults(
            moment -> {
              if (moment == 12) {
                run.store.claim();
                try (var other =
                    new org.shuffledcheckin.aggregator.store.JdbcRunStore(
                        org.shuffledcheckin.aggregator.store.Database.sqlite(
                            folder.resolve("run.db")),
                        3)) {
                  other.claim();
                }
              }
              return Optional.empty();
            });
    assertThat(run.live(faults).state()).isEqualTo(RunState.REFUSED);
    assertThat(run.store.run().orElseThrow().id()).isEqualTo(TestRounds.RUN);
  }
}
