package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.round.Tally;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.Store;

class RoundLifeTest {
  private static final TestTerms TERMS = TestTerms.simple();

  @TempDir Path folder;
  private ShufflerHarness harness;

  @BeforeEach
  void start() {
    harness = new ShufflerHarness(new MemoryDisk(folder));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private static void assertRefused(Refusal refusal, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
  }

  private ClosedRound closed(
      long number, RoundState state, long pledges, long reports, long missing) {
    return new ClosedRound(harness.id(number), state, new Tally(pledges, reports, missing));
  }

  @Test
  void tick_beforeTheAnnouncedTime_keepsTheRoundOpen() {
    List<byte[]> tokens = harness.enrol(3);
    harness.open(1, TERMS.clients(2));
    assertThat(harness.pledgeNothing(1, tokens.subList(0, 2)))
        .containsExactly(Outcome.ACCEPTED, Outcome.ACCEPTED);
    harness.advance(Duration.ofMillis(29_999));
    assertThat(harness.shuffler().find(harness.id(1)).orElseThrow().state())
        .isEqualTo(RoundState.OPEN);
    assertThat(harness.takePart(1, tokens.get(2), ShufflerHarness.report(TERMS, 7)))
        .isEqualTo(Outcome.ACCEPTED);
    harness.advance(Duration.ofMillis(1));
    assertThat(harness.closed(1)).isEqualTo(closed(1, RoundState.RELEASED, 3, 1, 0));
    assertThat(harness.heard).containsExactly("opened 1", "closed 1");
  }

  @Test
  void pledge_afterTheDeadlineButBeforeTheTick_isRefused() {
    List<byte[]> tokens = harness.enrol(1);
    harness.open(1, TERMS);
    harness.clock.pass(Duration.ofSeconds(30));
    assertThat(harness.takePart(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
  }

  @Test
  void deliver_everythingPledgedIsHere_closesEarlyOnlyWhereTheOperatorAllowsIt() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    harness.takePart(1, tokens.get(1));
    harness.advance(Duration.ofMillis(29_999));
    assertThat(harness.shuffler().open()).hasSize(1);
    harness.finish(1);
    harness.restart();
    harness.set("rounds.early-close", "true");
    harness.open(2, TERMS);
    harness.takePart(2, tokens.get(0), ShufflerHarness.report(TERMS, 2));
    assertThat(harness.shuffler().open()).as("one has not pledged").hasSize(1);
    harness.pledge(2, tokens.get(1), 1);
    harness.advance(Duration.ofMillis(10));
    assertThat(harness.shuffler().open()).as("one has not delivered").hasSize(1);
    harness.deliver(2, tokens.get(1), ShufflerHarness.report(TERMS, 3));
    assertThat(harness.closed(2)).isEqualTo(closed(2, RoundState.RELEASED, 2, 2, 0));
  }

  @Test
  void pledge_allOfTooFewClients_doesNotCloseEarly() {
    harness.set("rounds.early-close", "true");
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS.clients(3));
    tokens.forEach(token -> harness.takePart(1, token, ShufflerHarness.report(TERMS, 1)));
    harness.advance(Duration.ofMillis(29_999));
    assertThat(harness.shuffler().open()).hasSize(1);
  }

  @Test
  void revoke_lastClientThatHasNotPledged_closesTheRoundWhereEarlyCloseIsAllowed() {
    harness.set("rounds.early-close", "true");
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    assertThat(harness.shuffler().clients().revoke(List.of(1L, 1L, 99L))).isEqualTo(1);
    harness.advance(Duration.ofMillis(10));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
  }

  @Test
  void close_revokedClientHadPledged_isNotCounted() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS.clients(2));
    tokens.forEach(token -> harness.takePart(1, token, ShufflerHarness.report(TERMS, 1)));
    harness.shuffler().clients().revoke(List.of(0L));
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.TOO_FEW_PLEDGES);
  }

  @Test
  void close_fewerPledgesThanAnnounced_discards() {
    List<byte[]> tokens = harness.enrol(3);
    harness.open(1, TERMS.clients(3));
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    harness.takePart(1, tokens.get(1), ShufflerHarness.report(TERMS, 2));
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.closed(1)).isEqualTo(closed(1, RoundState.TOO_FEW_PLEDGES, 2, 2, 0));
    harness.restart();
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.TOO_FEW_PLEDGES);
    assertThat(harness.hasSpool(1)).isFalse();
  }

  @Test
  void close_fewerReportsThanTheMinimum_discards() {
    List<byte[]> tokens = harness.enrol(3);
    harness.open(1, TERMS.minimumBatch(3, 0));
    harness.takePart(
        1, tokens.get(0), ShufflerHarness.report(TERMS, 1), ShufflerHarness.report(TERMS, 2));
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.BATCH_TOO_SMALL);
  }

  @Test
  void close_revokedClientHadPledgedMore_stillMisses() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    harness.pledge(1, tokens.get(1), 2);
    harness.shuffler().clients().revoke(List.of(1L));
    assertThat(harness.deliver(1, tokens.get(1), ShufflerHarness.report(TERMS, 2)))
        .isEqualTo(Outcome.NOT_AUTHORISED);
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.closed(1)).isEqualTo(closed(1, RoundState.REPORTS_MISSING, 1, 1, 2));
  }

  @Test
  void restart_randomisedThreshold_isNotDrawnAgain() {
    harness.open(1, TERMS.minimumBatch(1, 1_000_000_000));
    var before = harness.dump(Store.Table.ROUNDS);
    harness.restart();
    harness.advance(Duration.ofSeconds(1));
    assertThat(harness.dump(Store.Table.ROUNDS)).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void restart_openRound_goesOnWithTheTimeItHadLeft() {
    List<byte[]> tokens = harness.enrol(1);
    harness.open(1, TERMS);
    harness.advance(Duration.ofSeconds(20));
    harness.crash();
    // However long nobody ran, and whatever the wall clock says by now.
    harness.clock.pass(Duration.ofDays(365));
    assertThat(harness.shuffler().find(harness.id(1)).orElseThrow().remainingMillis())
        .isEqualTo(10_000);
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    harness.advance(Duration.ofMillis(9_999));
    assertThat(harness.shuffler().open()).hasSize(1);
    harness.advance(Duration.ofMillis(1));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
  }

  @Test
  void restart_againAndAgain_extendsTheRoundByLittle() {
    harness.open(1, TERMS);
    int restarts = 0;
    while (!harness.shuffler().open().isEmpty()) {
      harness.advance(Duration.ofSeconds(1));
      harness.crash();
      restarts++;
      assertThat(restarts).isLessThanOrEqualTo(30);
    }
    assertThat(restarts).isEqualTo(30);
  }

  @Test
  void open_repeated_isAcknowledgedWithTheSameParametersOnly() {
    OpenRequest request = harness.ledger.charge(1, TERMS, 0);
    harness.open(request);
    harness.clock.pass(Duration.ofSeconds(5));
    assertThat(harness.open(request).remainingMillis()).isEqualTo(25_000);
    assertRefused(
        Refusal.ROUND_EXISTS, () -> harness.open(harness.ledger.request(1, TERMS.clients(2), 0)));
    harness.advance(Duration.ofSeconds(25));
    assertThat(harness.open(request).remainingMillis()).isZero();
    assertThat(harness.heard).containsExactly("opened 1", "closed 1");
  }

  @Test
  void open_unfinishedOrFinishedRounds_areInTheWay() {
    OpenRequest first = harness.ledger.charge(1, TERMS, 0);
    harness.open(first);
    assertRefused(
        Refusal.ROUND_UNFINISHED,
        () -> harness.open(harness.ledger.charge(2, TERMS, harness.witnessed())));
    harness.finish(1);
    harness.finish(1);
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, () -> harness.open(first));
    harness.open(harness.ledger.request(2, TERMS, harness.witnessed()));
    harness.restart();
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, () -> harness.open(first));
  }

  @Test
  void open_tooManyRoundsAtOnce_isBusy() {
    harness.set("rounds.max-open", "1");
    harness.open(1, TERMS);
    TestLedger other = new TestLedger(org.shuffledcheckin.kit.round.RoundId.Run.of(new byte[16]));
    OpenRequest request = other.charge(1, TERMS, 0);
    assertRefused(Refusal.BUSY, () -> harness.open(request));
    harness.finish(1);
    assertThat(harness.open(request).id()).isEqualTo(request.announcement().terms().id());
  }

  @Test
  void open_ledgerThatDoesNotExtendTheWitnessed_isRefused() {
    harness.open(1, TERMS);
    harness.finish(1);
    // A restored backup of the aggregator charges its first round again.
    TestLedger restored = new TestLedger(harness.ledger.run());
    assertRefused(Refusal.LEDGER_ROLLED_BACK, () -> harness.open(restored.charge(2, TERMS, 0)));
    // Another entry in the place of the witnessed one.
    TestLedger fork = new TestLedger(harness.ledger.run());
    fork.append();
    assertRefused(Refusal.LEDGER_ROLLED_BACK, () -> harness.open(fork.charge(2, TERMS, 1)));
    OpenRequest honest = harness.ledger.charge(2, TERMS, 1);
    // A gap.
    LedgerChain.Link charge = honest.ledger().newest();
    LedgerChain.Link late =
        new LedgerChain.Link(charge.sequence() + 1, charge.entry(), charge.parameters());
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK,
        () -> harness.open(OpenRequest.of(honest.round(), List.of(late))));
    harness.restart();
    assertThat(harness.witnessed()).isEqualTo(1);
    harness.open(honest);
    assertThat(harness.witnessed()).isEqualTo(2);
  }

  @Test
  void extend_ledgerLongerThanOneMessage_isWitnessedPageByPage() {
    List<LedgerChain.Link> links = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      links.add(harness.ledger.append());
    }
    LedgerChain.Head seen = LedgerChain.genesis(harness.ledger.run());
    for (int from = 0; from < 2048; from += 1024) {
      List<LedgerChain.Link> page = links.subList(from, from + 1024);
      seen = LedgerChain.extend(seen, page);
      LedgerExtension ledger = new LedgerExtension(harness.ledger.run(), page, seen.hash());
      assertThat(ShufflerHarness.get(harness.shuffler().extend(ledger))).isEqualTo(seen);
      // Repeated, it is acknowledged and changes nothing.
      assertThat(ShufflerHarness.get(harness.shuffler().extend(ledger))).isEqualTo(seen);
    }
    harness.restart();
    assertThat(harness.witnessed()).isEqualTo(2048);
    LedgerExtension first =
        new LedgerExtension(
            harness.ledger.run(), links.subList(0, 10), harness.ledger.head().hash());
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK, () -> ShufflerHarness.get(harness.shuffler().extend(first)));
    harness.open(harness.ledger.charge(2501, TERMS, 2048));
    assertThat(harness.witnessed()).isEqualTo(2501);
    harness.restart();
    List<LedgerChain.Link> read = new ArrayList<>();
    for (List<LedgerChain.Link> page = harness.shuffler().links(harness.ledger.run(), 0);
        !page.isEmpty();
        page = harness.shuffler().links(harness.ledger.run(), read.size())) {
      assertThat(page).hasSizeLessThanOrEqualTo(1024);
      read.addAll(page);
    }
    assertThat(read).isEqualTo(harness.ledger.links());
  }

  @Test
  void open_deliveriesThatNoRequestCanCarry_isRefusedWithTheKeyToRaise() {
    harness.set("clients.limits.max-message", "4000");
    OpenRequest large = harness.ledger.charge(1, TERMS.reportBytes(200), 0);
    assertThatThrownBy(() -> harness.open(large))
        .hasMessageContaining("clients.limits.max-message is 4000");
    assertRefused(Refusal.DELIVERIES_TOO_LARGE, () -> harness.open(large));
    assertThat(harness.witnessed()).isZero();
  }

  @Test
  void finish_openRound_abandonsItAndTellsWhoWaits() {
    List<byte[]> tokens = harness.enrol(1);
    harness.open(1, TERMS);
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(TERMS, 1));
    var waiting = harness.shuffler().awaitClosed(harness.id(1));
    harness.finish(1);
    assertThat(ShufflerHarness.get(waiting)).isEqualTo(closed(1, RoundState.ABANDONED, 1, 1, 0));
    assertRefused(Refusal.ROUND_UNKNOWN, () -> harness.closed(1));
    assertThat(harness.takePart(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    harness.restart();
    assertThat(harness.takePart(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    assertThat(harness.dump(Store.Table.ROUNDS)).isEmpty();
    assertThat(harness.hasSpool(1)).isFalse();
  }

  @Test
  void finish_roundNeverOpened_keepsItFromOpening() {
    harness.finish(1);
    harness.open(1, TERMS);
    harness.finish(1);
    harness.finish(3);
    harness.finish(3);
    assertRefused(
        Refusal.ROUND_OUT_OF_ORDER, () -> harness.open(harness.ledger.charge(3, TERMS, 1)));
    harness.open(harness.ledger.charge(4, TERMS, 1));
  }

  @Test
  void open_model_isRelayedAndForgottenAtTheClose() throws Exception {
    byte[] model = new byte[300_000];
    new java.util.Random(5).nextBytes(model);
    TestTerms terms = TERMS.model(model);
    OpenRequest request = harness.ledger.charge(1, terms, 0);
    byte[] wrong = model.clone();
    wrong[9]++;
    assertRefused(Refusal.MODEL_MISMATCH, () -> harness.open(request, wrong));
    assertRefused(Refusal.MODEL_MISMATCH, () -> harness.open(request, new byte[0]));
    harness.open(request, model);
    harness.crash();
    var relayed = harness.shuffler().find(harness.id(1)).orElseThrow().model().orElseThrow();
    byte[] read = new byte[relayed.length()];
    relayed.slice(0, relayed.length()).get(read);
    assertThat(read).isEqualTo(model);
    harness.advance(Duration.ofSeconds(31));
    assertThat(harness.shuffler().find(harness.id(1)).orElseThrow().model()).isEmpty();
    assertThat(folder.resolve("models")).isEmptyDirectory();
  }

  @Test
  void restart_modelLost_abandonsTheRound() throws Exception {
    harness.open(harness.ledger.charge(1, TERMS.model(new byte[] {1, 2}), 0), new byte[] {1, 2});
    harness.restart();
    try (var files = java.nio.file.Files.list(folder.resolve("models"))) {
      java.nio.file.Files.delete(files.findFirst().orElseThrow());
    }
    assertThat(harness.closed(1)).isEqualTo(closed(1, RoundState.ABANDONED, 0, 0, 0));
    harness.finish(1);
  }
}
