package org.shuffledcheckin.aggregator.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresqlRunStoreTest extends RunStoreContract {
  private static EmbeddedPostgres server;
  private static int databases;

  private final String database = "run" + databases++;

  @BeforeAll
  static void start() throws IOException {
    // Left to itself, the embedded server does not wait for its disk.
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("fsync", "on")
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  Database database() {
    return Database.postgresql(server.getJdbcUrl("postgres", database), "postgres", "postgres");
  }

  @Test
  void postgresql_commitsThatAPowerFailureMayUndo_areRefused() {
    String url = server.getJdbcUrl("postgres", database);
    String careless = url + (url.contains("?") ? "&" : "?") + "options=-c%20synchronous_commit=off";
    assertThatThrownBy(() -> Database.postgresql(careless, "postgres", "postgres"))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("synchronous_commit is off");
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
