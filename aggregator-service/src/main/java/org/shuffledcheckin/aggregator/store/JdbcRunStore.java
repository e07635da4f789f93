package org.shuffledcheckin.aggregator.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/** Keeps a run in a {@link Database}. Safe for several threads. */
public final class JdbcRunStore implements RunStore {
  private final Database database;
  private final int modelsKept;
  private final String writer = UUID.randomUUID().toString();

  /**
   * Takes over the database, which it closes.
   *
   * @param modelsKept how many of the newest models stay, at least 1
   */
  public JdbcRunStore(Database database, int modelsKept) {
    Arguments.requireAtLeast("models kept", modelsKept, 1);
    this.database = database;
    this.modelsKept = modelsKept;
  }

  @Override
  public Optional<StoredRun> run() {
    return database.transaction(JdbcRunStore::selectRun);
  }

  private static Optional<StoredRun> selectRun(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT id, configuration, created FROM run");
        ResultSet row = select.executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new StoredRun(
              RoundId.Run.of(row.getBytes(1)), row.getString(2), Instant.parse(row.getString(3))));
    }
  }

  @Override
  public void create(StoredRun run, StoredModel initial) {
    database.transaction(
        connection -> {
          if (selectRun(connection).isEmpty()) {
            insertRun(connection, run);
            insertModel(connection, initial);
          }
          return null;
        });
  }

  private void insertRun(Connection connection, StoredRun run) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO run (only_row, id, configuration, created, command, writer, writes)"
                + " VALUES (1, ?, ?, ?, ?, ?, 0)")) {
      insert.setBytes(1, run.id().toBytes());
      insert.setString(2, run.configuration());
      insert.setString(3, run.created().toString());
      insert.setString(4, RunCommand.TRAIN.name());
      insert.setString(5, writer);
      insert.executeUpdate();
    }
  }

  @Override
  public void claim() {
    database.transaction(connection -> update(connection, "UPDATE run SET writer = ?", writer));
  }

  /** Runs work in a transaction that only the newest claimant can commit. */
  private <T> T write(Database.Work<T> work) {
    return database.transaction(
        connection -> {
          // Also takes the write lock first, so that readers never have to be upgraded.
          if (update(connection, "UPDATE run SET writes = writes + 1 WHERE writer = ?", writer)
              != 1) {
            throw new StoreTakenOver();
          }
          return work.on(connection);
        });
  }

  @Override
  public List<LedgerEntry> ledgerAfter(long sequence, int limit) {
    return database.transaction(connection -> selectLedger(connection, sequence, limit));
  }

  private static List<LedgerEntry> selectLedger(Connection connection, long sequence, int limit)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT sequence, entry, head FROM ledger WHERE sequence > ?"
                + " ORDER BY sequence LIMIT ?")) {
      select.setLong(1, sequence);
      select.setInt(2, limit);
      List<LedgerEntry> entries = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          Head head = new Head(rows.getLong(1), Digest.of(rows.getBytes(3)));
          entries.add(LedgerEntry.stored(rows.getBytes(2), head));
        }
      }
      return entries;
    }
  }

  @Override
  public Optional<StoredRound> newestRound() {
    return database.transaction(RoundRows::newest);
  }

  @Override
  public Optional<RoundOutcome> outcome(long number) {
    return database.transaction(connection -> RoundRows.outcome(connection, number));
  }

  @Override
  public void charge(LedgerEntry entry, StoredRound round) {
    if (entry.sequence() != round.id().number()) {
      throw new IllegalArgumentException(
          "ledger entry must be number %d but is %d"
              .formatted(round.id().number(), entry.sequence()));
    }
    write(
        connection -> {
          insertEntry(connection, entry);
          RoundRows.insert(connection, round);
          return null;
        });
  }

  private static void insertEntry(Connection connection, LedgerEntry entry) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO ledger (sequence, entry, head) VALUES (?, ?, ?)")) {
      insert.setLong(1, entry.sequence());
      insert.setBytes(2, entry.toBytes());
      insert.setBytes(3, entry.head().hash().toBytes());
      insert.executeUpdate();
    }
  }

  @Override
  public void opened(long number) {
    write(
        connection ->
            update(
                connection,
                "UPDATE round SET state = 'OPENED' WHERE number = ? AND state = 'CHARGED'",
                number));
  }

  @Override
  public boolean commit(long number, RoundOutcome outcome, StoredModel model) {
    boolean decided =
        write(
            connection -> {
              if (!RoundRows.decide(connection, number, RoundState.COMMITTED, outcome)) {
                return false;
              }
              replaceModel(connection, model);
              return true;
            });
    database.scrub();
    return decided;
  }

  @Override
  public boolean discard(long number, RoundOutcome outcome) {
    boolean decided =
        write(connection -> RoundRows.decide(connection, number, RoundState.DISCARDED, outcome));
    database.scrub();
    return decided;
  }

  @Override
  public void settled(long number) {
    write(
        connection -> update(connection, "UPDATE round SET settled = 1 WHERE number = ?", number));
  }

  /** Writes the next model and drops the oldest, or leaves a model that has not changed. */
  private void replaceModel(Connection connection, StoredModel model) throws SQLException {
    if (selectModel(connection).version() >= model.version()) {
      return;
    }
    insertModel(connection, model);
    update(connection, "DELETE FROM model WHERE version <= ?", model.version() - modelsKept);
  }

  private static void insertModel(Connection connection, StoredModel model) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO model (version, parameters, memory) VALUES (?, ?, ?)")) {
      insert.setLong(1, model.version());
      insert.setBytes(2, Floats.toBytes(model.parameters()));
      insert.setBytes(3, Floats.toBytes(model.state()));
      insert.executeUpdate();
    }
  }

  @Override
  public StoredModel newestModel() {
    return database.transaction(JdbcRunStore::selectModel);
  }

  private static StoredModel selectModel(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT version, parameters, memory FROM model ORDER BY version DESC LIMIT 1");
        ResultSet row = select.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("the run has no model");
      }
      return new StoredModel(
          row.getLong(1), Floats.fromBytes(row.getBytes(2)), Floats.fromBytes(row.getBytes(3)));
    }
  }

  @Override
  public void evaluated(StoredEvaluation evaluation) {
    write(
        connection -> {
          update(connection, "DELETE FROM evaluation WHERE round = ?", evaluation.round());
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO evaluation (round, accuracy, loss) VALUES (?, ?, ?)")) {
            insert.setLong(1, evaluation.round());
            insert.setDouble(2, evaluation.accuracy());
            insert.setDouble(3, evaluation.loss());
            return insert.executeUpdate();
          }
        });
  }

  @Override
  public List<StoredEvaluation> evaluations() {
    return database.transaction(
        connection -> {
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "SELECT round, accuracy, loss FROM evaluation ORDER BY round");
              ResultSet rows = select.executeQuery()) {
            List<StoredEvaluation> all = new ArrayList<>();
            while (rows.next()) {
              all.add(new StoredEvaluation(rows.getLong(1), rows.getDouble(2), rows.getDouble(3)));
            }
            return all;
          }
        });
  }

  @Override
  public RunTotals totals() {
    return database.transaction(RoundRows::totals);
  }

  @Override
  public RunCommand command() {
    return database.transaction(
        connection -> {
          try (PreparedStatement select = connection.prepareStatement("SELECT command FROM run");
              ResultSet row = select.executeQuery()) {
            return row.next() ? RunCommand.valueOf(row.getString(1)) : RunCommand.TRAIN;
          }
        });
  }

  @Override
  public void command(RunCommand command) {
    write(connection -> update(connection, "UPDATE run SET command = ?", command.name()));
  }

  @Override
  public void close() {
    database.close();
  }

  private static int update(Connection connection, String sql, Object value) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setObject(1, value);
      return update.executeUpdate();
    }
  }
}
