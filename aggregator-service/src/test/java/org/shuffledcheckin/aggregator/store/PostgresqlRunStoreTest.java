package org.shuffledcheckin.aggregator.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresqlRunStoreTest extends RunStoreContract {
  private static EmbeddedPostgres server;
  private static int databases;

  private final String database = "run" + databases++;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  Database database() {
    return Database.postgresql(server.getJdbcUrl("postgres", database), "postgres", "postgres");
  }

  // Runs before the contract's own set-up would fail: superclass methods come first, so the
  // database is made when the instance is.
  {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + database);
    } catch (SQLException e) {
      throw new IllegalStateException("no database for the test", e);
    }
  }
}
