package org.shuffledcheckin.client.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.client.policy.TestLedgers;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FaultyDisk;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

class ClientJournalTest {
  private static final CheckInRound CHARGE =
      new CheckInRound(1000, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1), 1e-13);
  private static final int CLIENTS = 300;
  private static final FilterMenu MENU = FilterMenu.firstKind(new Budget(16, 1e-5));
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir Path folder;

  private static RecordedRound round(long number) {
    return round(number, CHARGE);
  }

  private static RecordedRound round(long number, CheckInRound charge) {
    BitSet participants = new BitSet();
    participants.set(0, CLIENTS);
    participants.clear((int) number);
    Draws.Builder draws = new Draws.Builder();
    draws.add(0, 1);
    draws.add(20, 16);
    draws.add(299, 2);
    return RecordedRound.drawn(
        new RunMemory(
            new RoundId(TestRounds.RUN, number),
            Digest.sha256(new byte[] {(byte) number}),
            TestRounds.head(number)),
        charge,
        participants,
        draws.build());
  }

  private ClientJournal open() throws IOException {
    return open(MENU);
  }

  private ClientJournal open(FilterMenu menu) throws IOException {
    return ClientJournal.open(folder, Optional.empty(), CLIENTS, menu);
  }

  private ClientJournal open(Disk disk, long compactAbove) throws IOException {
    return ClientJournal.open(
        disk, folder, Optional.empty(), new ClientLedgers(CLIENTS, MENU), compactAbove);
  }

  private Path mark() {
    return folder.resolve("journal.mark");
  }

  private Path file() {
    return folder.resolve("journal");
  }

  @Test
  void open_afterDraws_remembersDrawsAndCharges() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      journal.recordDraws(round(2), NOON);
    }
    try (ClientJournal journal = open()) {
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(2));
      assertThat(TestLedgers.rounds(journal.ledgers(), 5, CHARGE)).isEqualTo(2);
      assertThat(TestLedgers.rounds(journal.ledgers(), 1, CHARGE)).isEqualTo(1);
    }
  }

  @Test
  void open_afterDrawsOfEveryRandomizer_remembersTheirCharges() throws IOException {
    FilterMenu menu = FilterMenu.recommended(MENU.budget());
    List<LocalGuarantee> guarantees =
        List.of(
            new LocalGuarantee.PureLdp(1),
            new LocalGuarantee.BinaryResponse(1),
            new LocalGuarantee.KAryResponse(1, 100),
            new LocalGuarantee.Laplace(1, 1 << 16));
    for (LocalGuarantee guarantee : guarantees) {
      CheckInRound charge = new CheckInRound(1000, 0.05, CheckInLaw.BERNOULLI, guarantee, 1e-13);
      long number = 1L + guarantees.indexOf(guarantee);
      try (ClientJournal journal = open(menu)) {
        journal.recordDraws(round(number, charge), NOON);
      }
      try (ClientJournal journal = open(menu)) {
        assertThat(journal.last(TestRounds.RUN).orElseThrow().charge()).isEqualTo(charge);
      }
    }
  }

  @Test
  void open_afterSealing_givesTheSameBytesBack() throws IOException {
    byte[] report = {1, 2, 3};
    RoundId id = round(1).id();
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      journal.recordSealed(id, new SealedReports(Map.of(0, List.of(report))));
    }
    try (ClientJournal journal = open()) {
      assertThat(journal.last(TestRounds.RUN).orElseThrow().sealed().orElseThrow().of(0))
          .containsExactly(report);
      journal.recordFinished(id);
    }
    try (ClientJournal journal = open()) {
      assertThat(journal.last(TestRounds.RUN).orElseThrow().finished()).isTrue();
      assertThat(journal.last(TestRounds.RUN).orElseThrow().sealed()).isEmpty();
    }
  }

  @Test
  void open_olderCopy_isRefusedWithTheMarkItMisses() throws IOException {
    Path elsewhere = folder.resolve("elsewhere.mark");
    byte[] older;
    try (ClientJournal journal =
        ClientJournal.open(folder, Optional.of(elsewhere), CLIENTS, MENU)) {
      journal.recordDraws(round(1), NOON);
      older = Files.readAllBytes(file());
      journal.recordDraws(round(2), NOON);
    }
    byte[] newer = Files.readAllBytes(file());
    Files.write(file(), older);
    assertThatThrownBy(() -> ClientJournal.open(folder, Optional.of(elsewhere), CLIENTS, MENU))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("replaced by an older copy: it has 1 rounds")
        .hasMessageContaining("elsewhere.mark has seen 2");
    Files.delete(file());
    assertThatThrownBy(() -> ClientJournal.open(folder, Optional.of(elsewhere), CLIENTS, MENU))
        .hasMessageContaining("it has 0 rounds");
    Files.write(file(), newer);
    try (ClientJournal journal =
        ClientJournal.open(folder, Optional.of(elsewhere), CLIENTS, MENU)) {
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(2));
    }
  }

  @Test
  void open_crashBetweenJournalAndMark_goesOn() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      journal.recordDraws(round(2), NOON);
    }
    Files.writeString(mark(), "1\n2");
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(3), NOON);
    }
    assertThat(Files.readString(mark())).endsWith("\n3\n");
  }

  @Test
  void open_markMissing_isRefusedUntilItsNumberIsWritten() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
    }
    Files.delete(mark());
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("journal.mark is missing")
          .hasMessageEndingWith("echo 1 >" + mark());
    }
    Files.writeString(mark(), "1\n");
    open().close();
  }

  @Test
  void open_markEmptiedBeyondTheFirstRound_isRefused() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      // As a crash between the first round and its mark leaves it.
      Files.writeString(mark(), "");
    }
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(2), NOON);
    }
    Files.writeString(mark(), "2");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("journal.mark is empty")
        .hasMessageEndingWith("echo 2 >" + mark());
  }

  @Test
  void open_olderCopyOfACompactedJournal_isRefused() throws IOException {
    byte[] older = {};
    try (ClientJournal journal = open(Disk.SYSTEM, 100)) {
      for (int number = 1; number <= 5; number++) {
        older = Files.readAllBytes(file());
        journal.recordDraws(round(number), NOON);
      }
    }
    try (ClientJournal journal = open(Disk.SYSTEM, 100)) {
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(5));
    }
    Files.write(file(), older);
    assertThatThrownBy(this::open).hasMessageContaining("it has 4 rounds");
  }

  @Test
  void open_cutAtEveryByteOfTheLastRecord_forgetsThatRecordOnly() throws IOException {
    long before;
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      before = Files.size(file());
      journal.recordDraws(round(2), NOON);
    }
    byte[] whole = Files.readAllBytes(file());
    for (int length = (int) before; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      // A record that was cut was never acted on, so the mark has not seen it.
      Files.writeString(mark(), "1\n");
      try (ClientJournal journal = open()) {
        assertThat(journal.last(TestRounds.RUN)).hasValue(round(1));
        assertThat(TestLedgers.rounds(journal.ledgers(), 5, CHARGE)).isEqualTo(1);
      }
    }
  }

  @Test
  void recordDraws_afterATornTail_isReadBack() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      journal.recordDraws(round(2), NOON);
    }
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(whole, whole.length - 3));
    Files.writeString(mark(), "1\n");
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(3), NOON);
    }
    try (ClientJournal journal = open()) {
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(3));
      assertThat(TestLedgers.rounds(journal.ledgers(), 5, CHARGE)).isEqualTo(2);
    }
  }

  @Test
  void open_anyByteChangedBeforeTheLastRecord_isRefused() throws IOException {
    long before;
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      before = Files.size(file());
      journal.recordDraws(round(2), NOON);
    }
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(3);
    for (int at = 0; at < before; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      Files.write(file(), damaged);
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void recordDraws_beyondTheCompactionLimit_keepsEverythingInLessSpace() throws IOException {
    try (ClientJournal journal = open(Disk.SYSTEM, 4000)) {
      for (int number = 1; number < 200; number++) {
        journal.recordDraws(round(number), NOON);
        journal.recordSealed(
            round(number).id(), new SealedReports(Map.of(20, List.of(new byte[] {9}))));
      }
    }
    assertThat(Files.size(file())).isLessThan(9000);
    try (ClientJournal journal = open()) {
      assertThat(TestLedgers.rounds(journal.ledgers(), 250, CHARGE)).isEqualTo(199);
      assertThat(TestLedgers.rounds(journal.ledgers(), 7, CHARGE)).isEqualTo(198);
      RecordedRound last = journal.last(TestRounds.RUN).orElseThrow();
      assertThat(last.id().number()).isEqualTo(199);
      assertThat(last.sealed().orElseThrow().of(20)).containsExactly(new byte[] {9});
    }
  }

  @Test
  void recordDraws_isSyncedBeforeTheMarkAndTheMarkBeforeItReturns() throws IOException {
    FaultyDisk disk = new FaultyDisk();
    try (ClientJournal journal = open(disk, Long.MAX_VALUE)) {
      disk.forget();
      journal.recordDraws(round(1), NOON);
      // The name of the new journal comes first: without it, what follows could be lost whole.
      assertThat(disk.steps())
          .containsExactly(
              "sync folder",
              "write journal.new",
              "sync journal.new",
              "write journal.mark",
              "sync journal.mark");
    }
  }

  @Test
  void recordDraws_compacting_syncsTheNewFileBeforeItTakesTheName() throws IOException {
    FaultyDisk disk = new FaultyDisk();
    try (ClientJournal journal = open(disk, 1)) {
      journal.recordDraws(round(1), NOON);
      disk.forget();
      journal.recordDraws(round(2), NOON);
      assertThat(disk.steps())
          .containsSubsequence(
              "write journal.new",
              "sync journal.new",
              "rename journal.new journal",
              "sync folder",
              "write journal.new",
              "sync journal.new",
              "sync journal.mark");
    }
  }

  @Test
  void open_afterAPowerFailure_remembersEverythingThatWasRecorded() throws IOException {
    LosingDisk disk = new LosingDisk();
    SealedReports reports = new SealedReports(Map.of(0, List.of(new byte[] {1, 2, 3})));
    for (int number = 1; number < 20; number++) {
      // Compacts now and then: what is recorded must be safe under its new name, too.
      try (ClientJournal journal = open(disk, 600)) {
        journal.recordDraws(round(number), NOON);
        disk.losePower();
      }
      disk.restorePower();
      try (ClientJournal journal = open(disk, 600)) {
        assertThat(journal.last(TestRounds.RUN)).hasValue(round(number));
        assertThat(TestLedgers.rounds(journal.ledgers(), 250, CHARGE)).isEqualTo(number);
        journal.recordSealed(round(number).id(), reports);
        disk.losePower();
      }
      disk.restorePower();
      try (ClientJournal journal = open(disk, 600)) {
        assertThat(journal.last(TestRounds.RUN).orElseThrow().sealed().orElseThrow().of(0))
            .containsExactly(new byte[] {1, 2, 3});
      }
    }
  }

  @Test
  void recordDraws_powerFailsAtAnyMoment_isRecordedWholeOrNotAtAll() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    LosingDisk disk = new LosingDisk();
    long recorded = 0;
    int lost = 0;
    for (int i = 0; i < 400; i++) {
      disk.losePowerAt(random.nextInt(40), random);
      boolean acknowledged = recordNext(disk, recorded);
      disk.losePower(random);
      disk.restorePower();
      long found;
      try (ClientJournal journal = open(disk, 600)) {
        found = TestLedgers.rounds(journal.ledgers(), 0, CHARGE);
        assertThat(journal.last(TestRounds.RUN).map(last -> last.id().number()).orElse(1000L))
            .as("seed %d", seed)
            .isEqualTo(1000 + found);
      }
      assertThat(found)
          .as("seed %d", seed)
          .isBetween(acknowledged ? recorded + 1 : recorded, recorded + 1);
      lost += found == recorded ? 1 : 0;
      recorded = found;
    }
    assertThat(lost).as("seed %d", seed).isBetween(20, 380);
  }

  /** Whether the draws of the round after those were recorded before power failed. */
  private boolean recordNext(LosingDisk disk, long recorded) {
    try (ClientJournal journal = open(disk, 600)) {
      RecordedRound next = round(1000 + recorded + 1);
      journal.recordDraws(next, NOON);
      boolean acknowledged = !disk.isOff();
      journal.recordFinished(next.id());
      return acknowledged;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void recordDraws_syncFails_isNotRemembered() throws IOException {
    FaultyDisk disk = new FaultyDisk();
    try (ClientJournal journal = open(disk, Long.MAX_VALUE)) {
      journal.recordDraws(round(1), NOON);
      disk.letSync(false);
      assertThatThrownBy(() -> journal.recordDraws(round(2), NOON)).isInstanceOf(IOException.class);
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(1));
      disk.letSync(true);
      journal.recordDraws(round(3), NOON);
    }
    try (ClientJournal journal = open()) {
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(3));
      assertThat(TestLedgers.rounds(journal.ledgers(), 5, CHARGE)).isEqualTo(2);
    }
  }

  @Test
  void open_twice_isRefused() throws IOException {
    try (ClientJournal first = open()) {
      assertThat(first.ledgers().clients()).isEqualTo(CLIENTS);
      assertThatThrownBy(this::open).hasMessageContaining("in use");
    }
  }

  @Test
  void open_otherNumberOfClients_isRefused() throws IOException {
    open().close();
    assertThatThrownBy(() -> ClientJournal.open(folder, Optional.empty(), 301, MENU))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("300")
        .hasMessageContaining("301");
    assertThatThrownBy(() -> ClientJournal.open(folder, Optional.empty(), 299, MENU))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("299");
    open().close();
  }

  @Test
  void recordSealed_ofARoundThatWasOvertaken_keepsNothing() throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
      journal.recordDraws(round(2), NOON);
      assertThat(journal.recordSealed(round(1).id(), new SealedReports(Map.of()))).isFalse();
      journal.recordFinished(round(1).id());
      assertThat(journal.last(TestRounds.RUN)).hasValue(round(2));
    }
  }

  @Test
  void dailyReports_afterRestartsAndCompaction_areTheSumOfRates() throws IOException {
    for (long compactAbove : new long[] {1, Long.MAX_VALUE}) {
      try (ClientJournal journal = open(Disk.SYSTEM, compactAbove)) {
        journal.recordDraws(round(1), NOON.minus(Duration.ofHours(30)));
        journal.recordDraws(round(2), NOON.minus(Duration.ofHours(20)));
        journal.recordDraws(round(3), NOON);
        assertThat(journal.dailyReports(NOON)).isCloseTo(0.1, within(1e-12));
      }
      try (ClientJournal journal = open()) {
        assertThat(journal.dailyReports(NOON)).isCloseTo(0.1, within(1e-12));
        assertThat(journal.dailyReports(NOON.plus(Duration.ofHours(6))))
            .isCloseTo(0.05, within(1e-12));
      }
      Files.delete(file());
      Files.delete(mark());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, did not account for lost reports",
    "2, did not account for lost reports",
    "6, added up what rounds cost",
    "7, added up what rounds cost"
  })
  void open_journalOfAnOlderVersion_isRefusedInWords(byte type, String words) throws IOException {
    try (JournalFile old = JournalFile.open(Disk.SYSTEM, file(), (any, payload) -> {})) {
      old.append(type, new byte[100], true);
    }
    byte[] before = Files.readAllBytes(file());
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("enrol the clients anew");
    assertThat(file()).hasBinaryContent(before);
  }

  @ParameterizedTest
  @CsvSource({"16.5, 1e-5", "15.5, 1e-5", "16, 2e-5", "16, 1e-6"})
  void open_otherBudgetThanWasChargedUnder_isRefusedInWordsAndLosesNothing(
      double epsilon, double delta) throws IOException {
    try (ClientJournal journal = open()) {
      journal.recordDraws(round(1), NOON);
    }
    byte[] before = Files.readAllBytes(file());
    assertThatThrownBy(() -> open(FilterMenu.firstKind(new Budget(epsilon, delta))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a lifetime budget of epsilon 16.0 and delta 1.0E-5")
        .hasMessageContaining("but " + epsilon + " and " + delta + " are configured; set it back");
    assertThatThrownBy(() -> open(FilterMenu.unlimited())).hasMessageContaining("Infinity");
    assertThat(file()).hasBinaryContent(before);
    try (ClientJournal journal = open()) {
      assertThat(TestLedgers.rounds(journal.ledgers(), 5, CHARGE)).isEqualTo(1);
    }
  }

  @Test
  void open_otherBudgetBeforeAnyCharge_takesItUp() throws IOException {
    open().close();
    FilterMenu other = FilterMenu.firstKind(new Budget(8, 1e-5));
    open(other).close();
    try (ClientJournal journal = open(FilterMenu.firstKind(new Budget(8, 1e-5)))) {
      assertThat(journal.ledgers().menu().budget()).isEqualTo(other.budget());
      journal.recordDraws(round(1), NOON);
    }
    assertThatThrownBy(this::open).hasMessageContaining("epsilon 8.0 and delta 1.0E-5");
  }

  /** As a later version may recommend other filters for the same budget. */
  @Test
  void open_otherFiltersForTheSameBudget_keepsThoseOfTheFirstCharge() throws IOException {
    FilterMenu begun = FilterMenu.recommended(MENU.budget());
    String spent;
    try (ClientJournal journal = open(begun)) {
      journal.recordDraws(round(1), NOON);
      spent = TestLedgers.spent(journal.ledgers(), 5).text();
    }
    for (int life = 0; life < 2; life++) {
      try (ClientJournal journal = open(Disk.SYSTEM, 1)) {
        assertThat(journal.ledgers().menu().text()).isEqualTo(begun.text());
        assertThat(TestLedgers.spent(journal.ledgers(), 5).text()).isEqualTo(spent);
        journal.recordDraws(round(2 + life), NOON);
        spent = TestLedgers.spent(journal.ledgers(), 5).text();
      }
    }
  }

  /** What was decided when it was recorded is not decided again when it is read back. */
  @Test
  void open_chargeThatWouldLeadElsewhereToday_isReadBackAsItWasDecided() throws IOException {
    open().close();
    PrivacyFilter elsewhere =
        PrivacyFilter.open(MENU).charge(CHARGE).charge(CHARGE.withLossMass(1e-16));
    writeDrawn(round(1), List.of(elsewhere));
    try (ClientJournal journal = open()) {
      assertThat(TestLedgers.spent(journal.ledgers(), 5)).isEqualTo(elsewhere);
      assertThat(TestLedgers.spent(journal.ledgers(), 1)).isEqualTo(PrivacyFilter.open(MENU));
    }
  }

  @Test
  void open_moreOrFewerFiltersThanGroupsOfClients_isRefused() throws IOException {
    open().close();
    byte[] before = Files.readAllBytes(file());
    PrivacyFilter spent = PrivacyFilter.open(MENU).charge(CHARGE);
    for (List<PrivacyFilter> after : List.of(List.<PrivacyFilter>of(), List.of(spent, spent))) {
      Files.write(file(), before);
      writeDrawn(round(1), after);
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("filters for the clients that were charged");
    }
  }

  private void writeDrawn(RecordedRound round, List<PrivacyFilter> after) throws IOException {
    try (JournalFile journal = JournalFile.open(Disk.SYSTEM, file(), (type, payload) -> {})) {
      journal.append((byte) 10, JournalCodec.drawn(round, CLIENTS, Optional.of(after), 0), true);
    }
  }

  @Test
  void recordDraws_beyondTheBudget_recordsNothing() throws IOException {
    FilterMenu little = FilterMenu.recommended(new Budget(0.01, 1e-5));
    try (ClientJournal journal = open(little)) {
      assertThat(journal.ledgers().within(CHARGE).isEmpty()).isTrue();
      long before = Files.size(file());
      assertThatThrownBy(() -> journal.recordDraws(round(1), NOON))
          .isInstanceOf(IllegalStateException.class);
      assertThat(Files.size(file())).isEqualTo(before);
      assertThat(journal.last(TestRounds.RUN)).isEmpty();
    }
  }
}
