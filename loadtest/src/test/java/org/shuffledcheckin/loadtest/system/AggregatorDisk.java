package org.shuffledcheckin.loadtest.system;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
import java.util.random.RandomGenerator;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What an aggregator leaves behind: a database in a file, and the ledger mark beside it. The mark
 * loses what was not synced when power fails; that the database syncs is tested with its store.
 */
final class AggregatorDisk implements AutoCloseable {
  private static final List<String> TABLES =
      List.of("evaluation", "rejection", "round", "ledger", "model", "run");

  private final Path folder;
  private final JdbcRunStore store;
  private LosingDisk disk = new LosingDisk();

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
      Files.deleteIfExists(markFile());
      disk = new LosingDisk();
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
      disk.restorePower();
      return LedgerMark.open(disk, markFile(), run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process dies, and the machine with it. */
  void losePower(RandomGenerator random) {
    disk.losePower(random);
  }

  /** Whether the mark would still know of a round if power failed now. */
  boolean isMarked(RoundId.Run run, long round) {
    return disk.durable(markFile()).stream()
        .flatMap(bytes -> new String(bytes, US_ASCII).lines())
        .map(head -> head.split(" ", -1))
        .anyMatch(head -> head[0].equals(run.toString()) && Long.parseLong(head[1]) >= round);
  }

  private Path markFile() {
    return folder.resolve("ledger.mark");
  }

  @Override
  public void close() {
    store.close();
  }
}
