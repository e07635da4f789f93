package org.shuffledcheckin.loadtest.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.round.RoundId;

/** What an aggregator leaves behind: a database in a file, and the ledger mark beside it. */
final class AggregatorDisk implements AutoCloseable {
  private static final List<String> TABLES =
      List.of("evaluation", "rejection", "round", "ledger", "model", "run");

  private final Path folder;
  private final JdbcRunStore store;

  AggregatorDisk(Path folder) {
    this.folder = folder;
    this.store = new JdbcRunStore(Database.sqlite(folder.resolve("run.db")), 3);
  }

  /** Empties the disk and begins a run; migrating a new file for each would take longer. */
  void begin(RoundId.Run run, RoundTask task) {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run.db"));
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String table : TABLES) {
        statement.executeUpdate("DELETE FROM " + table);
      }
      connection.commit();
      Files.deleteIfExists(folder.resolve("ledger.mark"));
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
    store.create(new StoredRun(run, "{}", Instant.EPOCH), task.initial());
  }

  RunStore store() {
    return store;
  }

  LedgerMark mark(RoundId.Run run) {
    try {
      return LedgerMark.open(folder.resolve("ledger.mark"), run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
