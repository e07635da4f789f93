package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreBatch;

/** Who may open a round, and what of the ledger goes with it. */
class SignedOpeningTest {
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

  private void assertRefused(Refusal refusal, OpenRequest request) {
    assertThatThrownBy(() -> harness.open(request))
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
    assertThat(harness.shuffler().open()).isEmpty();
  }

  private static OpenRequest resigned(OpenRequest request, SignedRound round) {
    return OpenRequest.of(round, request.ledger().links());
  }

  @Test
  void open_forgedForeignOrMovedSignature_isRefused() {
    OpenRequest honest = harness.ledger.charge(1, TERMS, 0);
    SignedRound round = honest.round();
    byte[] flipped = round.signature();
    flipped[7] ^= 1;
    assertRefused(
        Refusal.SIGNATURE_INVALID,
        resigned(honest, new SignedRound(round.announcement(), round.ledger(), flipped)));
    assertRefused(
        Refusal.SIGNATURE_INVALID,
        resigned(honest, new SignedRound(round.announcement(), round.ledger(), new byte[64])));
    assertRefused(
        Refusal.SIGNATURE_INVALID,
        resigned(honest, SigningKeys.generate().sign(round.announcement(), round.ledger())));
    // A true signature under other numbers, and at another place of the ledger.
    assertRefused(
        Refusal.SIGNATURE_INVALID,
        resigned(
            honest,
            new SignedRound(
                harness.ledger.announcement(1, TERMS.clients(2)),
                round.ledger(),
                round.signature())));
    assertRefused(
        Refusal.SIGNATURE_INVALID,
        resigned(
            honest,
            new SignedRound(
                round.announcement(),
                LedgerChain.genesis(harness.ledger.run()),
                round.signature())));
    assertThat(harness.witnessed()).isZero();
    assertThat(harness.open(honest).signed().signature()).isEqualTo(round.signature());
  }

  @Test
  void open_ledgerThatChargesAnotherRound_isRefused() {
    // Signed, and the links lead to the signed head; but what they charge is something else.
    harness.ledger.append();
    assertRefused(Refusal.LEDGER_ROLLED_BACK, harness.ledger.request(1, TERMS, 0));
    harness.ledger.charge(1, TERMS, 0);
    assertRefused(Refusal.LEDGER_ROLLED_BACK, harness.ledger.request(1, TERMS.clients(2), 0));
    // As links were before they named parameters.
    LedgerChain.Link silent =
        new LedgerChain.Link(3, harness.ledger.links().get(1).entry(), Optional.empty());
    LedgerChain.Head head = LedgerChain.extend(harness.ledger.head(), silent);
    List<LedgerChain.Link> links =
        List.of(harness.ledger.links().get(0), harness.ledger.links().get(1), silent);
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK,
        OpenRequest.of(TestLedger.KEYS.sign(harness.ledger.announcement(1, TERMS), head), links));
    harness.open(harness.ledger.request(1, TERMS, 0));
  }

  @Test
  void open_signedHeadThatTheLinksDoNotReach_isRefused() {
    OpenRequest first = harness.ledger.charge(1, TERMS, 0);
    OpenRequest second = harness.ledger.charge(2, TERMS, 0);
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK, OpenRequest.of(first.round(), second.ledger().links()));
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK, OpenRequest.of(second.round(), first.ledger().links()));
  }

  @Test
  void open_roundOfAnotherRunReplayed_isRefusedWhereTheLinksDoNotFit() {
    TestLedger other = new TestLedger(RoundId.Run.random(new SecureRandom()));
    OpenRequest replayed = other.charge(1, TERMS, 0);
    OpenRequest honest = harness.ledger.charge(1, TERMS, 0);
    assertRefused(
        Refusal.LEDGER_ROLLED_BACK, OpenRequest.of(replayed.round(), honest.ledger().links()));
    harness.open(honest);
    harness.finish(1);
    // Once the run has gone on, what was signed before opens nothing any more.
    harness.open(2, TERMS);
    harness.finish(2);
    assertRefused(Refusal.ROUND_OUT_OF_ORDER, honest);
  }

  @Test
  void open_keyThatCameWithTheBundleLater_isBelievedWithoutARestart() throws Exception {
    SigningKeys next = SigningKeys.generate();
    Path bundle = Files.write(folder.resolve("bundle"), TestLedger.KEYS.verifyingKeys().toBytes());
    harness.set("aggregator.bundle", bundle.toString());
    OpenRequest honest = harness.ledger.charge(1, TERMS, 0);
    OpenRequest rotated =
        resigned(honest, next.sign(honest.announcement(), honest.round().ledger()));
    assertRefused(Refusal.SIGNATURE_INVALID, rotated);
    Files.write(bundle, next.verifyingKeys().toBytes());
    Files.setLastModifiedTime(bundle, FileTime.from(Instant.now().plusSeconds(10)));
    assertRefused(Refusal.SIGNATURE_INVALID, honest);
    assertThat(harness.open(rotated).id()).isEqualTo(harness.id(1));
  }

  @Test
  void start_withoutABundle_isRefusedWithItsName() {
    harness.set("aggregator.bundle", folder.resolve("nowhere").toString());
    assertThatThrownBy(harness::shuffler).hasMessageContaining("nowhere");
  }

  @Test
  void restart_openRound_isAnnouncedByteForByteWithTheSameLinks() {
    for (int i = 0; i < 20; i++) {
      harness.ledger.append();
    }
    harness.open(21, TERMS);
    LiveRound before = round(21);
    List<LedgerChain.Link> all = harness.ledger.links();
    assertThat(before.links()).isEqualTo(all.subList(5, 21));
    harness.crash();
    LiveRound after = round(21);
    assertThat(after.links()).isEqualTo(before.links());
    assertThat(after.signed().signature()).isEqualTo(before.signed().signature());
    assertThat(after.signed().ledger()).isEqualTo(before.signed().ledger());
    assertThat(after.announcement().toBytes()).isEqualTo(before.announcement().toBytes());
    harness.finish(21);
    // One link with the request, the others from what was witnessed before.
    harness.open(22, TERMS);
    assertThat(round(22).links()).isEqualTo(harness.ledger.links().subList(6, 22));
  }

  @Test
  void links_ofARunWitnessedBeforeTheyWereKept_areThoseThereAre() {
    for (int i = 0; i < 3; i++) {
      harness.ledger.append();
    }
    harness.open(4, TERMS);
    harness.finish(4);
    harness.restart();
    try (Store store = disk.open()) {
      StoreBatch forget = new StoreBatch();
      store.forEach(Store.Table.LINKS, (key, value) -> forget.delete(Store.Table.LINKS, key));
      store.write(forget, Store.Durability.DISK);
    }
    harness.open(5, TERMS);
    assertThat(round(5).links()).isEqualTo(harness.ledger.links().subList(4, 5));
    assertThat(harness.shuffler().links(harness.ledger.run(), 0))
        .isEqualTo(harness.ledger.links().subList(4, 5));
  }

  @Test
  void links_ofOneRun_areNotThoseOfItsNeighbour() {
    TestLedger low = new TestLedger(RoundId.Run.of(new byte[16]));
    TestLedger high = new TestLedger(RoundId.Run.fromHex("00".repeat(15) + "01"));
    harness.open(low.charge(1, TERMS, 0));
    harness.open(high.charge(1, TERMS, 0));
    assertThat(harness.shuffler().links(low.run(), 0)).isEqualTo(low.links());
    assertThat(harness.shuffler().links(low.run(), 1)).isEmpty();
    assertThat(harness.shuffler().links(high.run(), 0)).isEqualTo(high.links());
  }

  private LiveRound round(long number) {
    return harness.shuffler().find(harness.id(number)).orElseThrow();
  }
}
