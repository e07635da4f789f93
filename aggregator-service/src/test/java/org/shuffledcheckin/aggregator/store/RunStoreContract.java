package org.shuffledcheckin.aggregator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.store.Estimate.Value;
import org.shuffledcheckin.aggregator.store.StoredRound.Announced;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.sealing.RoundKey;

/** What every database must do; one subclass each. */
abstract class RunStoreContract {
  private static final StoredRun RUN = new StoredRun(TestRounds.RUN, "{\"n\":1}", TestRounds.NOON);
  private static final StoredModel INITIAL =
      new StoredModel(0, new float[] {1, -0.0f, Float.MIN_VALUE}, new float[] {2});
  private static final RoundOutcome OUTCOME =
      RoundOutcome.committed(
              10,
              7,
              Map.of("duplicate", 1L, "over_norm", 2L),
              Optional.of(new Estimate(7, List.of(new Value(0.25, 0.125), new Value(-0.5, 1e-3)))))
          .withMissing(3);

  final RoundKey key = RoundKey.generate();
  JdbcRunStore store;

  /** Opens the same, initially empty, database at every call within a test. */
  abstract Database database();

  @BeforeEach
  final void create() {
    store = new JdbcRunStore(database(), 2);
    store.create(RUN, INITIAL);
  }

  @AfterEach
  final void close() {
    store.close();
  }

  final void reopen() {
    store.close();
    store = new JdbcRunStore(database(), 2);
    store.claim();
  }

  final Head chargeNext(Head head) {
    LedgerEntry entry = TestRounds.entry(head, 0.1 * (head.sequence() + 1));
    store.charge(entry, TestRounds.charged(entry.sequence(), key));
    return entry.head();
  }

  final Head genesis() {
    return LedgerChain.genesis(TestRounds.RUN);
  }

  @Test
  void create_twice_keepsTheFirst() {
    store.create(new StoredRun(TestRounds.RUN, "other", TestRounds.NOON), INITIAL);
    reopen();
    assertThat(store.run()).contains(RUN);
    assertThat(store.newestModel()).isEqualTo(INITIAL);
    assertThat(store.newestRound()).isEmpty();
    assertThat(store.totals()).isEqualTo(new RunTotals(0, 0, 0, 0, Map.of()));
  }

  @Test
  void charge_afterReopening_isInLedgerWithRoundAndKey() {
    Head head = chargeNext(chargeNext(genesis()));
    reopen();
    List<LedgerEntry> entries = store.ledgerAfter(0, 10);
    assertThat(entries).hasSize(2);
    assertThat(entries.get(1).head()).isEqualTo(head);
    assertThat(entries.get(1).charge()).isEqualTo(TestRounds.charge(2, 0.2));
    assertThat(store.ledgerAfter(1, 10)).containsExactly(entries.get(1));
    assertThat(store.ledgerAfter(0, 1)).containsExactly(entries.get(0));
    StoredRound round = store.newestRound().orElseThrow();
    assertThat(round.id().number()).isEqualTo(2);
    assertThat(round.state()).isEqualTo(RoundState.CHARGED);
    Announced announced = round.announced().orElseThrow();
    assertThat(announced.announcement().digest())
        .isEqualTo(TestRounds.charged(2, key).announced().orElseThrow().announcement().digest());
    assertThat(announced.key().exportSecret()).isEqualTo(key.exportSecret());
  }

  @Test
  void charge_sameSequenceTwice_changesNothing() {
    chargeNext(genesis());
    assertThatThrownBy(() -> chargeNext(genesis())).isInstanceOf(StoreUnavailable.class);
    assertThat(store.ledgerAfter(0, 10)).hasSize(1);
    assertThat(store.totals().charged()).isEqualTo(1);
  }

  @Test
  void commit_openedRound_storesModelOutcomeAndEndsKey() {
    chargeNext(genesis());
    store.opened(1);
    StoredModel next = new StoredModel(1, new float[] {3, 4, 5}, new float[] {6});
    assertThat(store.commit(1, OUTCOME, next)).isTrue();
    reopen();
    StoredRound round = store.newestRound().orElseThrow();
    assertThat(round.state()).isEqualTo(RoundState.COMMITTED);
    assertThat(round.announced()).isEmpty();
    assertThat(round.settled()).isFalse();
    assertThat(store.newestModel()).isEqualTo(next);
    assertThat(store.outcome(1)).contains(OUTCOME);
    assertThat(store.totals())
        .isEqualTo(new RunTotals(1, 1, 0, 7, Map.of("duplicate", 1L, "over_norm", 2L)));
  }

  @Test
  void commit_twice_countsOnce() {
    chargeNext(genesis());
    store.opened(1);
    StoredModel next = new StoredModel(1, new float[] {3}, new float[0]);
    store.commit(1, OUTCOME, next);
    assertThat(store.commit(1, OUTCOME, new StoredModel(2, new float[] {9}, new float[0])))
        .isFalse();
    assertThat(store.discard(1, RoundOutcome.discarded("ABANDONED"))).isFalse();
    assertThat(store.newestModel()).isEqualTo(next);
    assertThat(store.totals().aggregated()).isEqualTo(7);
    assertThat(store.totals().rejected()).containsEntry("duplicate", 1L);
  }

  @Test
  void discard_chargedRound_keepsTheChargeAndModel() {
    chargeNext(genesis());
    assertThat(store.discard(1, RoundOutcome.discarded("BATCH_TOO_SMALL"))).isTrue();
    store.settled(1);
    reopen();
    assertThat(store.newestRound().orElseThrow().state()).isEqualTo(RoundState.DISCARDED);
    assertThat(store.newestRound().orElseThrow().settled()).isTrue();
    assertThat(store.newestModel()).isEqualTo(INITIAL);
    assertThat(store.ledgerAfter(0, 10)).hasSize(1);
    assertThat(store.totals()).isEqualTo(new RunTotals(1, 0, 1, 0, Map.of()));
  }

  @Test
  void opened_decidedRound_staysDecided() {
    chargeNext(genesis());
    store.discard(1, RoundOutcome.discarded("ABANDONED"));
    store.opened(1);
    assertThat(store.newestRound().orElseThrow().state()).isEqualTo(RoundState.DISCARDED);
  }

  @Test
  void commit_manyRounds_keepsTheNewestModels() {
    Head head = genesis();
    for (int i = 1; i <= 5; i++) {
      head = chargeNext(head);
      store.opened(i);
      store.commit(
          i,
          RoundOutcome.committed(1, 1, Map.of(), Optional.empty()),
          new StoredModel(i, new float[] {i}, new float[0]));
    }
    reopen();
    assertThat(store.newestModel().version()).isEqualTo(5);
    assertThat(store.totals().committed()).isEqualTo(5);
    try (Database database = database()) {
      assertThat(
              database.<List<Long>>transaction(
                  sql ->
                      sql.select(
                          row -> row.getLong(1), "SELECT version FROM model ORDER BY version")))
          .containsExactly(4L, 5L);
    }
  }

  @Test
  void charge_roundOfAnotherNumber_isRefusedAndChangesNothing() {
    LedgerEntry entry = TestRounds.entry(genesis(), 0.1);
    assertThatThrownBy(() -> store.charge(entry, TestRounds.charged(2, key)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.ledgerAfter(0, 10)).isEmpty();
    assertThat(store.newestRound()).isEmpty();
  }

  @Test
  void write_afterAnotherClaim_isRefused() {
    Head head = chargeNext(genesis());
    try (JdbcRunStore other = new JdbcRunStore(database(), 2)) {
      other.claim();
      assertThatThrownBy(() -> chargeNext(head)).isInstanceOf(StoreTakenOver.class);
      assertThatThrownBy(() -> store.discard(1, RoundOutcome.discarded("ABANDONED")))
          .isInstanceOf(StoreTakenOver.class);
      other.opened(1);
      assertThat(other.newestRound().orElseThrow().state()).isEqualTo(RoundState.OPENED);
    }
  }

  @Test
  void evaluated_again_replaces() {
    chargeNext(genesis());
    store.evaluated(new StoredEvaluation(1, 0.5, 2.0));
    store.evaluated(new StoredEvaluation(1, 0.75, 1.0));
    assertThat(store.evaluations()).containsExactly(new StoredEvaluation(1, 0.75, 1.0));
  }

  @Test
  void command_afterReopening_isKept() {
    assertThat(store.command()).isEqualTo(RunCommand.TRAIN);
    store.command(RunCommand.PAUSE);
    reopen();
    assertThat(store.command()).isEqualTo(RunCommand.PAUSE);
  }
}
