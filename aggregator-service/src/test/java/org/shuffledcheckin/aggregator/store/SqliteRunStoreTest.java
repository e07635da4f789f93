package org.shuffledcheckin.aggregator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRunStoreTest extends RunStoreContract {
  @TempDir Path folder;

  @Override
  Database database() {
    return Database.sqlite(folder.resolve("run.db"));
  }

  @Test
  void discard_afterwards_noFileHoldsTheKey() throws IOException {
    chargeNext(genesis());
    assertThat(filesWithKey()).isNotEmpty();
    store.discard(1, RoundOutcome.discarded("ABANDONED"));
    assertThat(filesWithKey()).isEmpty();
  }

  @Test
  void commit_afterwards_noFileHoldsTheKey() throws IOException {
    chargeNext(genesis());
    store.opened(1);
    assertThat(filesWithKey()).isNotEmpty();
    assertThat(
            store.commit(
                1,
                RoundOutcome.committed(1, 1, Map.of(), Optional.empty()),
                new StoredModel(1, new float[] {1}, new float[0])))
        .isTrue();
    assertThat(filesWithKey()).isEmpty();
    reopen();
    assertThat(filesWithKey()).isEmpty();
  }

  /** SQLite's own numbers: 2 is FULL, which syncs the log at every commit. */
  @Test
  void transaction_everyConnection_syncsItsCommitsAndOverwritesWhatItDeletes() {
    try (Database database = database()) {
      database.transaction(
          sql -> {
            assertThat(pragma(sql, "synchronous")).isEqualTo("2");
            assertThat(pragma(sql, "journal_mode")).isEqualTo("wal");
            assertThat(pragma(sql, "secure_delete")).isEqualTo("1");
            return null;
          });
    }
  }

  private static String pragma(Sql sql, String name) throws SQLException {
    return sql.first(row -> row.getString(1), "PRAGMA " + name).orElseThrow();
  }

  @Test
  void discard_whileSomebodyReads_removesTheKeyWithTheNextScrub() throws Exception {
    chargeNext(genesis());
    try (Connection reader =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run.db"));
        Statement statement = reader.createStatement()) {
      statement.execute("BEGIN");
      statement.executeQuery("SELECT count(*) FROM ledger").close();
      store.discard(1, RoundOutcome.discarded("ABANDONED"));
      assertThat(filesWithKey()).isNotEmpty();
      try (Database other = database()) {
        assertThat(other.scrub()).isFalse();
        statement.execute("COMMIT");
        assertThat(other.scrub()).isTrue();
      }
    }
    assertThat(filesWithKey()).isEmpty();
  }

  private List<Path> filesWithKey() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(this::holdsKey).toList();
    }
  }

  private boolean holdsKey(Path file) {
    try {
      return Bytes.indexOf(Files.readAllBytes(file), key.exportSecret()) >= 0;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
