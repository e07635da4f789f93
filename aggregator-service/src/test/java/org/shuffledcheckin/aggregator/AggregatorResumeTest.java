package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
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
        .hasMessageContaining("missing");
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
