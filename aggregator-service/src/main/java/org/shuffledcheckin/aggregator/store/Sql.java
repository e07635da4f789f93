package org.shuffledcheckin.aggregator.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements on the connection of one transaction. */
final class Sql {
  private final Connection connection;

  Sql(Connection connection) {
    this.connection = connection;
  }

  /** Reads one row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Changes rows; tells how many. */
  int update(String statement, Object... values) throws SQLException {
    try (PreparedStatement update = prepared(statement, values)) {
      return update.executeUpdate();
    }
  }

  /** Selects rows. */
  <T> List<T> select(Row<T> row, String statement, Object... values) throws SQLException {
    try (PreparedStatement select = prepared(statement, values);
        ResultSet rows = select.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(row.read(rows));
      }
      return all;
    }
  }

  /** Selects the first row, if there is one. */
  <T> Optional<T> first(Row<T> row, String statement, Object... values) throws SQLException {
    return select(row, statement, values).stream().findFirst();
  }

  private PreparedStatement prepared(String statement, Object... values) throws SQLException {
    PreparedStatement prepared = connection.prepareStatement(statement);
    for (int i = 0; i < values.length; i++) {
      prepared.setObject(i + 1, values[i]);
    }
    return prepared;
  }
}
