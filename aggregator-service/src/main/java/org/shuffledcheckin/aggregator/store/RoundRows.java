package org.shuffledcheckin.aggregator.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  static void insert(Connection connection, StoredRound round) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO round (number, state, announcement, model_version, secret_key,"
                + " disposition, reports, aggregated, result, settled)"
                + " VALUES (?, ?, ?, (SELECT MAX(version) FROM model), ?, '', 0, 0, '', 0)")) {
      Announced announced = round.announced().orElseThrow();
      insert.setLong(1, round.id().number());
      insert.setString(2, round.state().name());
      insert.setBytes(3, announced.announcement().toBytes());
      insert.setBytes(4, announced.key().exportSecret());
      insert.executeUpdate();
    }
  }

  static Optional<StoredRound> newest(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT id, number, state, settled, announcement, secret_key FROM run, round"
                    + " ORDER BY number DESC LIMIT 1");
        ResultSet rows = select.executeQuery()) {
      return rows.next() ? Optional.of(read(rows)) : Optional.empty();
    }
  }

  private static StoredRound read(ResultSet row) throws SQLException {
    RoundState state = RoundState.valueOf(row.getString(3));
    return new StoredRound(
        new RoundId(RoundId.Run.of(row.getBytes(1)), row.getLong(2)),
        state,
        row.getInt(4) != 0,
        state.isDecided() ? Optional.empty() : announced(row.getBytes(5), row.getBytes(6)));
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
  static boolean decide(Connection connection, long number, RoundState state, RoundOutcome outcome)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE round SET state = ?, secret_key = NULL, disposition = ?, reports = ?,"
                + " aggregated = ?, result = ?"
                + " WHERE number = ? AND state IN ('CHARGED', 'OPENED')")) {
      update.setString(1, state.name());
      update.setString(2, outcome.disposition());
      update.setLong(3, outcome.reports());
      update.setLong(4, outcome.aggregated());
      update.setString(5, EstimateText.write(outcome.estimate()));
      update.setLong(6, number);
      if (update.executeUpdate() == 0) {
        return false;
      }
    }
    insertRejections(connection, number, outcome.rejected());
    return true;
  }

  private static void insertRejections(
      Connection connection, long number, Map<String, Long> rejected) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO rejection (round, reason, reports) VALUES (?, ?, ?)")) {
      for (Map.Entry<String, Long> reason : rejected.entrySet()) {
        insert.setLong(1, number);
        insert.setString(2, reason.getKey());
        insert.setLong(3, reason.getValue());
        insert.executeUpdate();
      }
    }
  }

  static Optional<RoundOutcome> outcome(Connection connection, long number) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT disposition, reports, aggregated, result FROM round"
                + " WHERE number = ? AND state IN ('COMMITTED', 'DISCARDED')")) {
      select.setLong(1, number);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        return Optional.of(
            new RoundOutcome(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                rejected(connection, number),
                EstimateText.parse(row.getString(4))));
      }
    }
  }

  private static Map<String, Long> rejected(Connection connection, long number)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT reason, reports FROM rejection WHERE round = ?")) {
      select.setLong(1, number);
      return counts(select);
    }
  }

  static RunTotals totals(Connection connection) throws SQLException {
    try (PreparedStatement rounds =
            connection.prepareStatement("SELECT state, COUNT(*) FROM round GROUP BY state");
        PreparedStatement reports =
            connection.prepareStatement("SELECT COALESCE(SUM(aggregated), 0) FROM round");
        PreparedStatement reasons =
            connection.prepareStatement(
                "SELECT reason, SUM(reports) FROM rejection GROUP BY reason")) {
      Map<String, Long> states = counts(rounds);
      return new RunTotals(
          states.values().stream().mapToLong(Long::longValue).sum(),
          states.getOrDefault(RoundState.COMMITTED.name(), 0L),
          states.getOrDefault(RoundState.DISCARDED.name(), 0L),
          single(reports),
          counts(reasons));
    }
  }

  private static long single(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static Map<String, Long> counts(PreparedStatement select) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        counts.put(rows.getString(1), rows.getLong(2));
      }
    }
    return counts;
  }
}
