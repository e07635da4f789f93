package org.shuffledcheckin.shuffler;

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
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.PopulationCheck;
import org.shuffledcheckin.shuffler.round.RoundRules;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.store.Store;

class RoundLifeTest {
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

  private static void assertRefused(Refusal refusal, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
  }

  @Test
  void tick_beforeTheAnnouncedTime_keepsTheRoundOpen() {
    List<byte[]> tokens = rig.enrol(3);
    rig.open(1, TERMS.clients(2));
    assertThat(rig.answerAll(1, tokens.subList(0, 2)))
        .containsExactly(Outcome.ACCEPTED, Outcome.ACCEPTED);
    rig.advance(Duration.ofMillis(29_999));
    assertThat(rig.shuffler().find(rig.id(1)).orElseThrow().state()).isEqualTo(RoundState.OPEN);
    assertThat(rig.answer(1, tokens.get(2), Rig.report(TERMS, 7))).isEqualTo(Outcome.ACCEPTED);
    rig.advance(Duration.ofMillis(1));
    assertThat(rig.closed(1)).isEqualTo(new ClosedRound(rig.id(1), RoundState.RELEASED, 1));
    assertThat(rig.heard).containsExactly("opened 1", "closed 1");
  }

  @Test
  void answer_afterTheDeadlineButBeforeTheTick_isRefused() {
    List<byte[]> tokens = rig.enrol(1);
    rig.open(1, TERMS);
    rig.pass(Duration.ofSeconds(30));
    assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
  }

  @Test
  void answer_everyoneAnswered_closesEarlyOnlyIfAnnounced() {
    List<byte[]> tokens = rig.enrol(2);
    rig.open(1, TERMS);
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    rig.answer(1, tokens.get(1));
    assertThat(rig.shuffler().open()).hasSize(1);
    rig.finish(1);
    rig.open(2, TERMS.closingEarly());
    rig.answer(2, tokens.get(0), Rig.report(TERMS, 2));
    assertThat(rig.shuffler().open()).hasSize(1);
    rig.answer(2, tokens.get(1));
    assertThat(rig.closed(2)).isEqualTo(new ClosedRound(rig.id(2), RoundState.RELEASED, 1));
  }

  @Test
  void revoke_lastClientThatHasNotAnswered_closesTheRound() {
    List<byte[]> tokens = rig.enrol(2);
    rig.open(1, TERMS.closingEarly());
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    assertThat(rig.shuffler().registry().revoke(List.of(1L, 1L, 99L))).isEqualTo(1);
    rig.advance(Duration.ofMillis(10));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.RELEASED);
  }

  @Test
  void close_revokedClientHadAnswered_isNotCounted() {
    List<byte[]> tokens = rig.enrol(2);
    rig.open(1, TERMS.clients(2));
    tokens.forEach(token -> rig.answer(1, token, Rig.report(TERMS, 1)));
    rig.shuffler().registry().revoke(List.of(0L));
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.TOO_FEW_ANSWERS);
  }

  @Test
  void close_fewerAnswersThanAccounted_discards() {
    List<byte[]> tokens = rig.enrol(3);
    rig.open(1, TERMS.clients(3));
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    rig.answer(1, tokens.get(1), Rig.report(TERMS, 2));
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.closed(1)).isEqualTo(new ClosedRound(rig.id(1), RoundState.TOO_FEW_ANSWERS, 0));
    rig.restart();
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.TOO_FEW_ANSWERS);
    assertThat(rig.disk().hasSpool(rig.id(1))).isFalse();
  }

  @Test
  void close_fewerReportsThanTheMinimum_discards() {
    List<byte[]> tokens = rig.enrol(3);
    rig.open(1, TERMS.minimumBatch(3, 0));
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1), Rig.report(TERMS, 2));
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.BATCH_TOO_SMALL);
  }

  @Test
  void close_weakerPopulationChecks_countWhatTheyName() {
    rig.rules = new RoundRules(4, 100, PopulationCheck.SUBSCRIBED, 0);
    rig.subscriptions = 5;
    List<byte[]> tokens = rig.enrol(1);
    rig.open(1, TERMS.clients(5));
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.RELEASED);
    rig.finish(1);
    rig.restart();
    rig.rules = new RoundRules(4, 100, PopulationCheck.CONFIGURED, 4);
    rig.open(2, TERMS.clients(5));
    rig.answer(2, tokens.get(0), Rig.report(TERMS, 1));
    rig.advance(Duration.ofSeconds(30));
    assertThat(rig.closed(2).state()).isEqualTo(RoundState.TOO_FEW_ANSWERS);
  }

  @Test
  void restart_randomisedThreshold_isNotDrawnAgain() {
    rig.open(1, TERMS.minimumBatch(1, 1_000_000_000));
    var before = rig.disk().dump(Store.Table.ROUNDS);
    rig.restart();
    rig.advance(Duration.ofSeconds(1));
    assertThat(rig.disk().dump(Store.Table.ROUNDS)).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void restart_openRound_goesOnWithTheTimeItHadLeft() {
    List<byte[]> tokens = rig.enrol(1);
    rig.open(1, TERMS);
    rig.advance(Duration.ofSeconds(20));
    rig.crash();
    // However long nobody ran, and whatever the wall clock says by now.
    rig.pass(Duration.ofDays(365));
    assertThat(rig.shuffler().find(rig.id(1)).orElseThrow().remainingMillis(rig.nanos.get()))
        .isEqualTo(10_000);
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    rig.advance(Duration.ofMillis(9_999));
    assertThat(rig.shuffler().open()).hasSize(1);
    rig.advance(Duration.ofMillis(1));
    assertThat(rig.closed(1).state()).isEqualTo(RoundState.RELEASED);
  }

  @Test
  void restart_againAndAgain_extendsTheRoundByLittle() {
    rig.open(1, TERMS);
    int restarts = 0;
    while (!rig.shuffler().open().isEmpty()) {
      rig.advance(Duration.ofSeconds(1));
      rig.crash();
      restarts++;
      assertThat(restarts).isLessThanOrEqualTo(30);
    }
    assertThat(restarts).isEqualTo(30);
  }

  @Test
  void open_repeated_isAcknowledgedWithTheSameParametersOnly() {
    OpenRequest request = rig.ledger.charge(1, TERMS, 0);
    rig.open(request);
    rig.pass(Duration.ofSeconds(5));
    assertThat(rig.open(request).remainingMillis(rig.nanos.get())).isEqualTo(25_000);
    assertRefused(Refusal.ROUND_EXISTS, () -> rig.open(rig.ledger.request(1, TERMS.clients(2), 0)));
    rig.advance(Duration.ofSeconds(25));
    assertThat(rig.open(request).remainingMillis(rig.nanos.get())).isZero();
    assertThat(rig.heard).containsExactly("opened 1", "closed 1");
  }

  @Test
  void open_unfinishedOrFinishedRounds_areInTheWay() {
    OpenRequest first = rig.ledger.charge(1, TERMS, 0);
    rig.open(first);
    assertRefused(
        Refusal.ROUND_UNFINISHED, () -> rig.open(rig.ledger.charge(2, TERMS, rig.witnessed())));
    rig.finish(1);
    rig.finish(1);
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, () -> rig.open(first));
    rig.open(rig.ledger.request(2, TERMS, rig.witnessed()));
    rig.restart();
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, () -> rig.open(first));
  }

  @Test
  void open_tooManyRoundsAtOnce_isBusy() {
    rig.rules = new RoundRules(1, 100, PopulationCheck.ANSWERED, 0);
    rig.open(1, TERMS);
    TestLedger other = new TestLedger(org.shuffledcheckin.kit.round.RoundId.Run.of(new byte[16]));
    OpenRequest request = other.charge(1, TERMS, 0);
    assertRefused(Refusal.BUSY, () -> rig.open(request));
    rig.finish(1);
    assertThat(rig.open(request).id()).isEqualTo(request.announcement().terms().id());
  }

  @Test
  void open_ledgerThatDoesNotExtendTheWitnessed_isRefused() {
    rig.open(1, TERMS);
    rig.finish(1);
    // A restored backup of the aggregator charges its first round again.
    TestLedger restored = new TestLedger(rig.ledger.run());
    restored.append();
    assertRefused(Refusal.LEDGER_ROLLED_BACK, () -> rig.open(restored.request(2, TERMS, 0)));
    // Another entry in the place of the witnessed one.
    LedgerChain.Link forged = new LedgerChain.Link(1, Digest.sha256(new byte[] {1}));
    LedgerChain.Link next = new LedgerChain.Link(2, Digest.sha256(new byte[] {2}));
    Digest forgedHead =
        LedgerChain.extend(LedgerChain.genesis(rig.ledger.run()), List.of(forged, next)).hash();
    OpenRequest honest = rig.ledger.charge(2, TERMS, 1);
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK,
        () -> rig.open(new OpenRequest(honest.announcement(), List.of(next), forgedHead)));
    // A gap.
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK,
        () ->
            rig.open(
                new OpenRequest(
                    honest.announcement(),
                    List.of(new LedgerChain.Link(3, next.entry())),
                    honest.head())));
    rig.restart();
    assertThat(rig.witnessed()).isEqualTo(1);
    rig.open(honest);
    assertThat(rig.witnessed()).isEqualTo(2);
  }

  @Test
  void extend_ledgerLongerThanOneMessage_isWitnessedPageByPage() {
    List<LedgerChain.Link> links = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      links.add(rig.ledger.append());
    }
    LedgerChain.Head seen = LedgerChain.genesis(rig.ledger.run());
    for (int from = 0; from < 2048; from += 1024) {
      List<LedgerChain.Link> page = links.subList(from, from + 1024);
      seen = LedgerChain.extend(seen, page);
      LedgerExtension ledger = new LedgerExtension(rig.ledger.run(), page, seen.hash());
      assertThat(Rig.get(rig.shuffler().extend(ledger))).isEqualTo(seen);
      // Repeated, it is acknowledged and changes nothing.
      assertThat(Rig.get(rig.shuffler().extend(ledger))).isEqualTo(seen);
    }
    rig.restart();
    assertThat(rig.witnessed()).isEqualTo(2048);
    LedgerExtension first =
        new LedgerExtension(rig.ledger.run(), links.subList(0, 10), rig.ledger.head().hash());
    assertRefused(Refusal.LEDGER_ROLLED_BACK, () -> Rig.get(rig.shuffler().extend(first)));
    rig.open(rig.ledger.request(2500, TERMS, 2048));
    assertThat(rig.witnessed()).isEqualTo(2500);
  }

  @Test
  void open_answersThatNoRequestCanCarry_isRefusedWithTheKeyToRaise() {
    rig.largestAnswer = 4000;
    OpenRequest large = rig.ledger.charge(1, TERMS.reportBytes(200), 0);
    assertThatThrownBy(() -> rig.open(large))
        .hasMessageContaining("clients.limits.max-message is 4000");
    assertRefused(Refusal.ANSWERS_TOO_LARGE, () -> rig.open(large));
    assertThat(rig.witnessed()).isZero();
  }

  @Test
  void finish_openRound_abandonsItAndTellsWhoWaits() {
    List<byte[]> tokens = rig.enrol(1);
    rig.open(1, TERMS);
    rig.answer(1, tokens.get(0), Rig.report(TERMS, 1));
    var waiting = rig.shuffler().awaitClosed(rig.id(1));
    rig.finish(1);
    assertThat(Rig.get(waiting)).isEqualTo(new ClosedRound(rig.id(1), RoundState.ABANDONED, 0));
    assertRefused(Refusal.ROUND_UNKNOWN, () -> rig.closed(1));
    assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    rig.restart();
    assertThat(rig.answer(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    assertThat(rig.disk().dump(Store.Table.ROUNDS)).isEmpty();
    assertThat(rig.disk().hasSpool(rig.id(1))).isFalse();
  }

  @Test
  void finish_roundNeverOpened_keepsItFromOpening() {
    rig.finish(1);
    rig.open(1, TERMS);
    rig.finish(1);
    rig.finish(3);
    rig.finish(3);
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, () -> rig.open(rig.ledger.charge(3, TERMS, 1)));
    rig.open(rig.ledger.request(4, TERMS, 1));
  }

  @Test
  void open_model_isRelayedAndForgottenAtTheClose() throws Exception {
    byte[] model = new byte[300_000];
    new java.util.Random(5).nextBytes(model);
    Terms terms = TERMS.model(model);
    OpenRequest request = rig.ledger.charge(1, terms, 0);
    byte[] wrong = model.clone();
    wrong[9]++;
    assertRefused(Refusal.MODEL_MISMATCH, () -> rig.open(request, wrong));
    assertRefused(Refusal.MODEL_MISMATCH, () -> rig.open(request, new byte[0]));
    rig.open(request, model);
    rig.crash();
    var relayed = rig.shuffler().find(rig.id(1)).orElseThrow().model().orElseThrow();
    byte[] read = new byte[relayed.length()];
    relayed.slice(0, relayed.length()).get(read);
    assertThat(read).isEqualTo(model);
    rig.advance(Duration.ofSeconds(31));
    assertThat(rig.shuffler().find(rig.id(1)).orElseThrow().model()).isEmpty();
    assertThat(folder.resolve("models")).isEmptyDirectory();
  }

  @Test
  void restart_modelLost_abandonsTheRound() throws Exception {
    rig.open(rig.ledger.charge(1, TERMS.model(new byte[] {1, 2}), 0), new byte[] {1, 2});
    rig.restart();
    try (var files = java.nio.file.Files.list(folder.resolve("models"))) {
      java.nio.file.Files.delete(files.findFirst().orElseThrow());
    }
    assertThat(rig.closed(1)).isEqualTo(new ClosedRound(rig.id(1), RoundState.ABANDONED, 0));
    rig.finish(1);
  }
}
