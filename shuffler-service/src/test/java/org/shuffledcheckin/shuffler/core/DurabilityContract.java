package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.TestDisk;

/**
 * What the shuffler promises on whatever store it stands: it forgets nothing that it acknowledged
 * and everything that it finished, however its process or its disk ends. Speaks of pledges,
 * deliveries, rounds, ledgers and tokens only, never of how a store keeps them.
 */
abstract class DurabilityContract {
  private static final TestTerms TERMS = TestTerms.simple().clients(4).minimumBatch(2, 0);

  @TempDir Path folder;
  TestDisk disk;
  ShufflerHarness harness;

  /** A disk with nothing on it. */
  abstract TestDisk disk(Path empty);

  @BeforeEach
  void start() {
    disk = disk(folder.resolve("data"));
    harness = new ShufflerHarness(disk);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void crash_atEveryStepOfARound_losesAndDoublesNothing() {
    List<byte[]> tokens = harness.enrol(5);
    harness.crash();
    OpenRequest request = harness.ledger.charge(1, TERMS, 0);
    harness.open(request);
    harness.crash();
    assertThat(harness.open(request).state()).isEqualTo(RoundState.OPEN);
    for (int client = 0; client < 5; client++) {
      byte[][] reports = reports(TERMS, 10 * client, client % 3);
      assertThat(harness.pledge(1, tokens.get(client), reports.length)).isEqualTo(Outcome.ACCEPTED);
      harness.crash();
      assertThat(harness.pledge(1, tokens.get(client), 7)).isEqualTo(Outcome.ALREADY_PLEDGED);
      if (reports.length > 0) {
        assertThat(harness.deliver(1, tokens.get(client), reports)).isEqualTo(Outcome.ACCEPTED);
        harness.crash();
        assertThat(harness.deliver(1, tokens.get(client), reports))
            .isEqualTo(Outcome.ALREADY_DELIVERED);
      }
    }
    harness.advance(Duration.ofSeconds(30));
    harness.crash();
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.RELEASED);
    List<byte[]> batch = harness.batch(1);
    assertThat(batch)
        .extracting(ShufflerHarness::unit)
        .containsExactlyInAnyOrder(10L, 20L, 21L, 40L);
    harness.crash();
    assertThat(harness.batch(1)).usingElementComparator(Arrays::compare).isEqualTo(batch);
    harness.finish(1);
    harness.crash();
    assertThat(harness.shuffler().find(harness.id(1))).isEmpty();
    assertThat(harness.takePart(1, tokens.get(0))).isEqualTo(Outcome.ROUND_NOT_OPEN);
    assertThat(harness.witnessed()).isEqualTo(1);
    harness.open(2, TERMS);
    assertThat(harness.takePart(2, tokens.get(0))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void takePart_diskFails_isBusyAndCountsOnceInTheEnd() {
    TestTerms large = TestTerms.simple().reportBytes(60_000);
    List<byte[]> tokens = harness.enrol(20);
    harness.open(1, large);
    disk.fail();
    List<Outcome> outcomes = new ArrayList<>();
    for (int client = 0; client < 20; client++) {
      outcomes.add(harness.takePart(1, tokens.get(client), reports(large, 100 * client, 16)));
    }
    assertThat(outcomes).contains(Outcome.BUSY).isSubsetOf(Outcome.ACCEPTED, Outcome.BUSY);
    assertThat(harness.shuffler().isReady()).isFalse();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isFalse();
    disk.mend();
    harness.advance(Duration.ofSeconds(2));
    assertThat(harness.shuffler().isReady()).isTrue();
    Set<Long> units = new HashSet<>();
    for (int client = 0; client < 20; client++) {
      byte[][] reports = reports(large, 100 * client, 16);
      Outcome again = harness.takePart(1, tokens.get(client), reports);
      if (outcomes.get(client) == Outcome.ACCEPTED) {
        assertThat(again).isEqualTo(Outcome.ALREADY_DELIVERED);
      } else {
        // Whether a write that failed took effect is not promised, either way.
        assertThat(again).isIn(Outcome.ACCEPTED, Outcome.ALREADY_DELIVERED);
      }
      Arrays.stream(reports).map(ShufflerHarness::unit).forEach(units::add);
    }
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.batch(1))
        .extracting(ShufflerHarness::unit)
        .containsExactlyInAnyOrderElementsOf(units);
  }

  @Test
  void open_diskFails_opensWholeOrNotAtAll() {
    List<byte[]> tokens = harness.enrol(1);
    OpenRequest request = harness.ledger.charge(1, TestTerms.simple(), 0);
    disk.fail();
    try {
      harness.open(request);
    } catch (StoreException e) {
      assertThat(harness.shuffler().open()).isEmpty();
    }
    disk.mend();
    harness.restart();
    harness.open(request);
    assertThat(harness.takePart(1, tokens.get(0))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void close_discardedRound_staysDiscardedAndKeepsNoReport() {
    List<byte[]> tokens = harness.enrol(2);
    harness.open(1, TERMS);
    harness.takePart(1, tokens.get(0), reports(TERMS, 1, 2));
    harness.advance(Duration.ofSeconds(30));
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.TOO_FEW_PLEDGES);
    harness.crash();
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.TOO_FEW_PLEDGES);
    assertThat(harness.shuffler().spoolBytes()).isZero();
    assertThatThrownBy(() -> harness.batch(1)).isInstanceOf(StoreException.class);
  }

  @Test
  void revoke_client_staysRevokedAndItsTokenWorthless() {
    List<byte[]> tokens = harness.enrol(1500);
    harness.shuffler().clients().revoke(List.of(3L, 1200L));
    harness.crash();
    harness.open(1, TestTerms.simple());
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(1498);
    assertThat(harness.pledgeNothing(1, List.of(tokens.get(3), tokens.get(4), tokens.get(1200))))
        .containsExactly(Outcome.NOT_AUTHORISED, Outcome.ACCEPTED, Outcome.NOT_AUTHORISED);
    List<byte[]> more = harness.enrol(1);
    harness.crash();
    assertThat(harness.takePart(1, more.get(0))).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  void witnessedHead_afterACrash_admitsOnlyWhatExtendsIt() {
    harness.open(1, TERMS);
    harness.finish(1);
    OpenRequest honest = harness.ledger.charge(2, TERMS, 1);
    harness.crash();
    TestLedger restored = new TestLedger(harness.ledger.run());
    assertRefused(Refusal.LEDGER_ROLLED_BACK, restored.charge(2, TERMS, 0));
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, harness.ledger.request(1, TERMS, 1));
    harness.open(honest);
    harness.crash();
    assertThat(harness.witnessed()).isEqualTo(2);
  }

  @Test
  void extend_ledgerWithoutARound_isWitnessedAfterACrash() {
    LedgerExtension ledger =
        new LedgerExtension(
            harness.ledger.run(),
            List.of(harness.ledger.append(), harness.ledger.append()),
            harness.ledger.head().hash());
    assertThat(ShufflerHarness.get(harness.shuffler().extend(ledger)))
        .isEqualTo(harness.ledger.head());
    harness.crash();
    assertThat(harness.witnessed()).isEqualTo(2);
  }

  @Test
  void start_roundThatAnOlderVersionAnnounced_isGivenUpAndItsChargeKept() {
    harness.enrol(4);
    harness.open(1, TERMS);
    harness.restart();
    try (Store store = disk.open()) {
      StoreBatch unreadable = new StoreBatch();
      store.forEach(
          Table.ROUNDS,
          (key, value) ->
              unreadable.put(Table.ROUNDS, key, Arrays.copyOf(value, value.length - 1)));
      store.write(unreadable, Store.Durability.DISK);
    }
    assertThat(harness.witnessed()).isEqualTo(1);
    harness.finish(1);
    assertThat(harness.open(2, TERMS).state()).isEqualTo(RoundState.OPEN);
    harness.restart();
    assertThat(harness.hasSpool(1)).isFalse();
    assertThat(harness.dump(Table.ROUNDS)).hasSize(1);
  }

  private void assertRefused(Refusal refusal, OpenRequest request) {
    assertThatThrownBy(() -> harness.open(request))
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
  }

  @Test
  void read_batchBiggerThanManyBlocks_givesEveryReportOnceInBoundedBlocks() {
    TestTerms terms = TestTerms.simple().reportBytes(20_000);
    List<byte[]> tokens = harness.enrol(1000);
    harness.open(1, terms);
    for (int client = 0; client < 1000; client++) {
      harness.takePart(1, tokens.get(client), ShufflerHarness.report(terms, client));
    }
    harness.crash();
    harness.advance(Duration.ofSeconds(30));
    BatchReader reader = harness.shuffler().reader(harness.closed(1));
    List<Long> units = new ArrayList<>();
    for (List<byte[]> block = reader.next(); !block.isEmpty(); block = reader.next()) {
      assertThat(block.size() * 20_048).isLessThanOrEqualTo(1 << 20);
      block.forEach(report -> units.add(ShufflerHarness.unit(report)));
    }
    assertThat(units).hasSize(1000).doesNotHaveDuplicates();
  }

  private static byte[][] reports(TestTerms terms, int first, int count) {
    byte[][] reports = new byte[count][];
    for (int i = 0; i < count; i++) {
      reports[i] = ShufflerHarness.report(terms, first + i);
    }
    return reports;
  }
}
