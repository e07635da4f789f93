package org.shuffledcheckin.aggregator.store;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.store.StoredRound.Announced;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.sealing.RoundKey;

/** Reads and writes the rows of rounds. */
final class RoundRows {
  private RoundRows() {}

  static void insert(Sql sql, StoredRound round) throws SQLException {
    Announced announced = round.announced().orElseThrow();
    sql.update(
        "INSERT INTO round (number, state, announcement, model_version, secret_key,"
            + " disposition, reports, aggregated, result, settled)"
            + " VALUES (?, ?, ?, (SELECT MAX(version) FROM model), ?, '', 0, 0, '', 0)",
        round.id().number(),
        round.state().name(),
        announced.announcement().toBytes(),
        announced.key().exportSecret());
  }

  static Optional<StoredRound> newest(Sql sql) throws SQLException {
    return sql.first(
        RoundRows::read,
        "SELECT id, number, state, settled, announcement, secret_key FROM run, round"
            + " ORDER BY number DESC LIMIT 1");
  }

  private static StoredRound read(ResultSet row) throws SQLException {
    RoundState state = RoundState.valueOf(row.getString("state"));
    return new StoredRound(
        new RoundId(RoundId.Run.of(row.getBytes("id")), row.getLong("number")),
        state,
        row.getInt("settled") != 0,
        state.isDecided()
            ? Optional.empty()
            : announced(row.getBytes("announcement"), row.getBytes("secret_key")));
  }

  private static Optional<Announced> announced(byte[] bytes, byte[] secret) {
    try {
      Announcement announcement = Announcement.parse(bytes);
      HpkePublicKey key = announcement.terms().report().hpkePublicKey();
      return Optional.of(new Announced(announcement, RoundKey.restore(key, secret)));
    } catch (IllegalArgumentException e) {
      // An older version's form. What cannot be read cannot be opened; the charge stays.
      return Optional.empty();
    }
  }

  /** Decides an undecided round and ends its key; false if it was decided before. */
  static boolean decide(Sql sql, long number, RoundState state, RoundOutcome outcome)
      throws SQLException {
    int decided =
        sql.update(
            "UPDATE round SET state = ?, secret_key = NULL, disposition = ?, reports = ?,"
                + " missing = ?, aggregated = ?, result = ?"
                + " WHERE number = ? AND state IN ('CHARGED', 'OPENED')",
            state.name(),
            outcome.disposition(),
            outcome.reports(),
            outcome.missing(),
            outcome.aggregated(),
            EstimateText.write(outcome.estimate()),
            number);
    if (decided == 0) {
      return false;
    }
    for (Map.Entry<String, Long> reason : outcome.rejected().entrySet()) {
      sql.update(
          "INSERT INTO rejection (round, reason, reports) VALUES (?, ?, ?)",
          number,
          reason.getKey(),
          reason.getValue());
    }
    return true;
  }

  static Optional<RoundOutcome> outcome(Sql sql, long number) throws SQLException {
    Map<String, Long> rejected =
        counts(sql, "SELECT reason, reports FROM rejection WHERE round = ?", number);
    return sql.first(
        row ->
            new RoundOutcome(
                row.getString("disposition"),
                row.getLong("reports"),
                missing(row),
                row.getLong("aggregated"),
                rejected,
                EstimateText.parse(row.getString("result"))),
        "SELECT * FROM round WHERE number = ? AND state IN ('COMMITTED', 'DISCARDED')",
        number);
  }

  /** A database that is only looked at may be of before losses were told. */
  private static long missing(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnName(i).equals("missing")) {
        return row.getLong(i);
      }
    }
    return 0;
  }

  static RunTotals totals(Sql sql) throws SQLException {
    Map<String, Long> states = counts(sql, "SELECT state, COUNT(*) FROM round GROUP BY state");
    List<Long> reports =
        sql.select(row -> row.getLong(1), "SELECT COALESCE(SUM(aggregated), 0) FROM round");
    return new RunTotals(
        states.values().stream().mapToLong(Long::longValue).sum(),
        states.getOrDefault(RoundState.COMMITTED.name(), 0L),
        states.getOrDefault(RoundState.DISCARDED.name(), 0L),
        reports.get(0),
        counts(sql, "SELECT reason, SUM(reports) FROM rejection GROUP BY reason"));
  }

  private static Map<String, Long> counts(Sql sql, String select, Object... values)
      throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    List<Long> unused =
        sql.select(row -> counts.put(row.getString(1), row.getLong(2)), select, values);
    return counts;
  }
}
