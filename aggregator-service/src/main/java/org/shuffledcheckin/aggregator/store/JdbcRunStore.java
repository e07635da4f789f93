package org.shuffledcheckin.aggregator.store;

import java.sql.SQLException;
import java.time.Instant;
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

  private static Optional<StoredRun> selectRun(Sql sql) throws SQLException {
    return sql.first(
        row ->
            new StoredRun(
                RoundId.Run.of(row.getBytes("id")),
                row.getString("configuration"),
                Instant.parse(row.getString("created"))),
        "SELECT id, configuration, created FROM run");
  }

  @Override
  public void create(StoredRun run, StoredModel initial) {
    database.transaction(
        sql -> {
          if (selectRun(sql).isEmpty()) {
            sql.update(
                "INSERT INTO run (only_row, id, configuration, created, command, writer, writes)"
                    + " VALUES (1, ?, ?, ?, ?, ?, 0)",
                run.id().toBytes(),
                run.configuration(),
                run.created().toString(),
                RunCommand.TRAIN.name(),
                writer);
            insertModel(sql, initial);
          }
          return null;
        });
  }

  @Override
  public void claim() {
    database.transaction(sql -> sql.update("UPDATE run SET writer = ?", writer));
  }

  /** Runs work in a transaction that only the newest claimant can commit. */
  private <T> T write(Database.Work<T> work) {
    return database.transaction(
        sql -> {
          // Also takes the write lock first, so that readers never have to be upgraded.
          if (sql.update("UPDATE run SET writes = writes + 1 WHERE writer = ?", writer) != 1) {
            throw new StoreTakenOver();
          }
          return work.on(sql);
        });
  }

  @Override
  public List<LedgerEntry> ledgerAfter(long sequence, int limit) {
    return database.transaction(
        sql ->
            sql.select(
                row ->
                    LedgerEntry.stored(
                        row.getBytes("entry"),
                        new Head(row.getLong("sequence"), Digest.of(row.getBytes("head")))),
                "SELECT sequence, entry, head FROM ledger WHERE sequence > ?"
                    + " ORDER BY sequence LIMIT ?",
                sequence,
                limit));
  }

  @Override
  public Optional<StoredRound> newestRound() {
    return database.transaction(RoundRows::newest);
  }

  @Override
  public Optional<RoundOutcome> outcome(long number) {
    return database.transaction(sql -> RoundRows.outcome(sql, number));
  }

  @Override
  public Optional<byte[]> announced(long number) {
    return database.transaction(
        sql ->
            sql.first(
                row -> row.getBytes("announcement"),
                "SELECT announcement FROM round WHERE number = ?",
                number));
  }

  @Override
  public void charge(LedgerEntry entry, StoredRound round) {
    if (entry.sequence() != round.id().number()) {
      throw new IllegalArgumentException(
          "ledger entry must be number %d but is %d"
              .formatted(round.id().number(), entry.sequence()));
    }
    write(
        sql -> {
          sql.update(
              "INSERT INTO ledger (sequence, entry, head) VALUES (?, ?, ?)",
              entry.sequence(),
              entry.toBytes(),
              entry.head().hash().toBytes());
          RoundRows.insert(sql, round);
          return null;
        });
  }

  @Override
  public void opened(long number) {
    write(
        sql ->
            sql.update(
                "UPDATE round SET state = 'OPENED' WHERE number = ? AND state = 'CHARGED'",
                number));
  }

  @Override
  public boolean commit(long number, RoundOutcome outcome, StoredModel model) {
    boolean decided =
        write(
            sql -> {
              if (!RoundRows.decide(sql, number, RoundState.COMMITTED, outcome)) {
                return false;
              }
              replaceModel(sql, model);
              return true;
            });
    database.scrub();
    return decided;
  }

  @Override
  public boolean discard(long number, RoundOutcome outcome) {
    boolean decided = write(sql -> RoundRows.decide(sql, number, RoundState.DISCARDED, outcome));
    database.scrub();
    return decided;
  }

  @Override
  public void settled(long number) {
    write(sql -> sql.update("UPDATE round SET settled = 1 WHERE number = ?", number));
  }

  /** Writes the next model and drops the oldest, or leaves a model that has not changed. */
  private void replaceModel(Sql sql, StoredModel model) throws SQLException {
    if (selectModel(sql).version() >= model.version()) {
      return;
    }
    insertModel(sql, model);
    sql.update("DELETE FROM model WHERE version <= ?", model.version() - modelsKept);
  }

  private static void insertModel(Sql sql, StoredModel model) throws SQLException {
    sql.update(
        "INSERT INTO model (version, parameters, memory) VALUES (?, ?, ?)",
        model.version(),
        Floats.toBytes(model.parameters()),
        Floats.toBytes(model.state()));
  }

  @Override
  public StoredModel newestModel() {
    return database.transaction(JdbcRunStore::selectModel);
  }

  private static StoredModel selectModel(Sql sql) throws SQLException {
    return sql.first(
            row ->
                new StoredModel(
                    row.getLong("version"),
                    Floats.fromBytes(row.getBytes("parameters")),
                    Floats.fromBytes(row.getBytes("memory"))),
            "SELECT version, parameters, memory FROM model ORDER BY version DESC LIMIT 1")
        .orElseThrow(() -> new SQLException("the run has no model"));
  }

  @Override
  public void evaluated(StoredEvaluation evaluation) {
    write(
        sql ->
            sql.update(
                "INSERT INTO evaluation (round, accuracy, loss) VALUES (?, ?, ?) ON CONFLICT (round)"
                    + " DO UPDATE SET accuracy = excluded.accuracy, loss = excluded.loss",
                evaluation.round(),
                evaluation.accuracy(),
                evaluation.loss()));
  }

  @Override
  public List<StoredEvaluation> evaluations() {
    return database.transaction(
        sql ->
            sql.select(
                row ->
                    new StoredEvaluation(
                        row.getLong("round"), row.getDouble("accuracy"), row.getDouble("loss")),
                "SELECT round, accuracy, loss FROM evaluation ORDER BY round"));
  }

  @Override
  public RunTotals totals() {
    return database.transaction(RoundRows::totals);
  }

  @Override
  public RunCommand command() {
    return database.transaction(
        sql ->
            sql.first(
                    row -> RunCommand.valueOf(row.getString("command")), "SELECT command FROM run")
                .orElse(RunCommand.TRAIN));
  }

  @Override
  public void command(RunCommand command) {
    write(sql -> sql.update("UPDATE run SET command = ?", command.name()));
  }

  @Override
  public void close() {
    database.close();
  }
}
