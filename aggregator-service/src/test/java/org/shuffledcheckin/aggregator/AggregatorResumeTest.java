package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.run.RunState;

class AggregatorResumeTest extends ServiceFixture {
  @Test
  void close_whileARoundIsOpen_goesOnAfterRestart() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    var honest = fake.clients;
    fake.clients =
        round -> {
          open.countDown();
          awaitUninterruptibly(answer);
          return honest.apply(round);
        };
    AggregatorService first = start();
    open.await();
    Thread closing = new Thread(first::close);
    closing.start();
    closing.join();
    answer.countDown();
    try (AggregatorService second = start()) {
      assertThat(second.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(second.status().totals().committed()).isEqualTo(3);
      assertThat(second.status().totals().charged()).isEqualTo(3);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void start_anotherConfiguration_isRefusedWithTheDifference() throws Exception {
    try (AggregatorService service = start()) {
      service.await();
    }
    flags.put("check-in.rate", "0.25");
    flags.put("budget.epsilon", "20");
    assertThatThrownBy(() -> start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check-in.rate was 0.125 and is now 0.25")
        .hasMessageContaining("budget.epsilon was 10.0 and is now 20.0");
  }

  @Test
  void start_folderInUse_isRefused() {
    fake.enrolled = 0;
    try (AggregatorService service = start()) {
      assertThat(service.status().state()).isEqualTo(RunState.STALLED);
      assertThatThrownBy(() -> start())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another aggregator");
    }
  }

  @Test
  void start_markMissing_isRefused() throws Exception {
    try (AggregatorService service = start()) {
      service.await();
    }
    Files.delete(folder.resolve("run").resolve("ledger.mark"));
    assertThatThrownBy(() -> start())
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("missing")
        .hasMessageContaining("checkin ledger accept");
    assertThatThrownBy(() -> verify()).isInstanceOf(LedgerRefusal.class);
  }

  @Test
  void start_markEmptiedBeyondTheFirstRound_isRefusedUntilAnOperatorAcceptsTheLedger()
      throws Exception {
    try (AggregatorService service = start()) {
      service.await();
    }
    Path mark = folder.resolve("run").resolve("ledger.mark");
    String before = Files.readString(mark);
    Files.writeString(mark, "");
    assertThatThrownBy(() -> start())
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("empty");
    try (RunArchive archive = RunArchive.ofFolder(folder.resolve("run"))) {
      assertThatThrownBy(() -> archive.acceptLedger(2, "a test", Instant.EPOCH))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must have the 2 entries that you name, but has 3");
      archive.acceptLedger(3, "the disk\nof the mark died", Instant.EPOCH);
      assertThatThrownBy(() -> archive.acceptLedger(3, "again", Instant.EPOCH))
          .hasMessageContaining("remembers entry 3");
    }
    assertThat(before).endsWith(Files.readString(mark));
    assertThat(Files.readString(mark.resolveSibling("ledger.mark.accepted")))
        .startsWith("1970-01-01T00:00:00Z ")
        .endsWith(" the disk of the mark died\n");
    assertThat(verify().head().sequence()).isEqualTo(3);
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
  }

  private LedgerVerifier.Findings verify() throws IOException {
    try (LedgerArchive archive = LedgerArchive.of(RunArchive.ofFolder(folder.resolve("run")))) {
      return archive.verify(TestAccountant.FRESH);
    }
  }

  @Test
  void archive_afterARun_verifiesAndExports() throws Exception {
    try (AggregatorService service = start()) {
      service.await();
    }
    Path lines = folder.resolve("ledger.jsonl");
    try (LedgerArchive archive = LedgerArchive.of(RunArchive.ofFolder(folder.resolve("run")));
        var out = Files.newBufferedWriter(lines)) {
      assertThat(archive.verify(TestAccountant.FRESH).derived().orElseThrow().epsilon())
          .isEqualTo(0.375);
      archive.export(out);
    }
    try (LedgerArchive archive = LedgerArchive.ofFile(lines)) {
      assertThat(archive.verify(TestAccountant.FRESH).head().sequence()).isEqualTo(3);
    }
    String text = Files.readString(lines);
    Files.writeString(lines, text.replaceFirst("\"epsilon_after\":0.25", "\"epsilon_after\":0.2"));
    try (LedgerArchive archive = LedgerArchive.ofFile(lines)) {
      assertThatThrownBy(() -> archive.verify(TestAccountant.FRESH))
          .isInstanceOf(LedgerRefusal.class);
    }
  }

  @Test
  void start_portTaken_leavesTheFolderFree() {
    flags.put("operators.port", Integer.toString(shuffler.port()));
    assertThatThrownBy(() -> start()).isInstanceOf(java.io.UncheckedIOException.class);
    flags.put("operators.port", "0");
    start().close();
  }
}
