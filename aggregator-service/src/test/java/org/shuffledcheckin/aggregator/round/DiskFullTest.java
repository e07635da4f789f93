package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.run.RunState;

/** Lets the aggregator's database run full: it says so, spends nothing, and goes on with room. */
class DiskFullTest {
  @TempDir Path folder;

  @Test
  void run_databaseFull_stallsWithTheReasonAndGoesOnWithRoom() throws Exception {
    try (RunFixture empty = new RunFixture(folder, 1)) {
      assertThat(empty.store.ledgerAfter(0, 1)).isEmpty();
    }
    FakeShuffler shuffler;
    List<LedgerEntry> before;
    try (RunFixture full = new RunFixture(folder, 1, "?max_page_count=" + (pages() + 1))) {
      full.rounds = 60;
      shuffler = full.shuffler;
      Thread life = new Thread(() -> live(full));
      life.start();
      full.stalledForTheDatabase.await();
      life.interrupt();
      life.join();
      before = full.store.ledgerAfter(0, 100);
      assertThat(full.stalled).contains("database failed").contains("full");
      assertThat(shuffler.announced.size()).isLessThanOrEqualTo(before.size());
      assertThat(before).hasSizeLessThan(60);
    }
    try (RunFixture roomy = new RunFixture(folder, 1)) {
      roomy.rounds = before.size() + 3L;
      roomy.shuffler = shuffler;
      assertThat(roomy.live(Faults.none()).state()).isEqualTo(RunState.FINISHED);
      List<LedgerEntry> after = roomy.store.ledgerAfter(0, 100);
      assertThat(after).hasSize(before.size() + 3);
      assertThat(after.subList(0, before.size())).isEqualTo(before);
      assertThat(roomy.store.totals().aggregated())
          .isEqualTo(5L * roomy.store.totals().committed());
    }
  }

  private static void live(RunFixture run) {
    try {
      RunEnd end = run.live(Faults.none());
      throw new AssertionError("the run ended: " + end);
    } catch (InterruptedException expected) {
      Thread.currentThread().interrupt();
    }
  }

  private long pages() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run.db"));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA page_count")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }
}
