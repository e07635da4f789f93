package org.shuffledcheckin.aggregator.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of connections to SQLite or PostgreSQL, migrated to the newest schema. The few things in
 * which the two differ are here and nowhere else.
 */
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  private static final String MIGRATIONS = "classpath:org/shuffledcheckin/aggregator/store";
  private static final int CONNECTIONS = 4;
  private static final long CONNECT_MILLIS = 10_000;
  private static final int BUSY_MILLIS = 10_000;

  /** Rounds do not wait longer for those who only look. */
  private static final int SCRUB_MILLIS = 1000;

  private final HikariDataSource pool;
  private final boolean sqlite;

  private Database(HikariDataSource pool, boolean sqlite) {
    this.pool = pool;
    this.sqlite = sqlite;
  }

  /** Opens or creates an SQLite file. */
  public static Database sqlite(Path file) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + file);
    config.addDataSourceProperty("journal_mode", "WAL");
    // FULL: a commit is on disk when it returns, also after power is lost.
    config.addDataSourceProperty("synchronous", "FULL");
    config.addDataSourceProperty("busy_timeout", Integer.toString(BUSY_MILLIS));
    config.addDataSourceProperty("foreign_keys", "true");
    // Overwrites what is deleted, so that round keys do not linger in free pages.
    config.setConnectionInitSql("PRAGMA secure_delete = ON");
    Database database = open(config, true);
    // What a process left behind that was killed between a commit and its scrub.
    database.scrub();
    return database;
  }

  /** Opens an SQLite file that is there already, and changes nothing in it. */
  public static Database sqliteForReading(Path file) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + file);
    config.addDataSourceProperty("busy_timeout", Integer.toString(BUSY_MILLIS));
    config.setConnectionInitSql("PRAGMA query_only = ON");
    return new Database(pool(config), true);
  }

  /**
   * Opens a PostgreSQL database or schema that holds this run and no other.
   *
   * @param url a JDBC address without credentials
   * @throws IllegalArgumentException if it leads to another machine and does not say how the line
   *     is protected
   * @throws StoreUnavailable if it cannot be reached, or may lose what it has committed
   */
  public static Database postgresql(String url, String user, String password) {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException("database url must begin with jdbc:postgresql:");
    }
    PostgresRules.requireTransport(url);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    Database database = open(config, false);
    try {
      database.transaction(PostgresRules::requireDurable);
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static Database open(HikariConfig config, boolean sqlite) {
    HikariDataSource pool = pool(config);
    try {
      Flyway.configure()
          .dataSource(pool)
          .locations(MIGRATIONS)
          .placeholders(Map.of("bytes", sqlite ? "BLOB" : "BYTEA"))
          .load()
          .migrate();
    } catch (FlywayException e) {
      pool.close();
      throw new StoreUnavailable(
          "The aggregator's database cannot be brought up to date" + reason(e), e);
    }
    return new Database(pool, sqlite);
  }

  private static HikariDataSource pool(HikariConfig config) {
    config.setPoolName("aggregator-store");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(1);
    config.setAutoCommit(false);
    config.setConnectionTimeout(CONNECT_MILLIS);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new StoreUnavailable("The aggregator's database cannot be reached" + reason(e), e);
    }
  }

  /** What the database itself says, which names users and files but no password. */
  private static String reason(Throwable failure) {
    Optional<Throwable> said = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        said = Optional.of(cause);
      }
    }
    return said.map(cause -> ": " + cause.getMessage()).orElse(".");
  }

  /** Work inside one transaction. */
  interface Work<T> {
    T on(Sql sql) throws SQLException;
  }

  /** Runs work in one transaction, committed when it returns. */
  <T> T transaction(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      // A connection that is closed without commit is rolled back by the pool.
      return committed(connection, work);
    } catch (SQLException e) {
      throw new StoreUnavailable("The aggregator's database failed" + reason(e), e);
    }
  }

  /**
   * Does not use a connection again that failed: SQLite ends the transaction by itself when the
   * disk is full, and its driver does not notice.
   */
  private <T> T committed(Connection connection, Work<T> work) throws SQLException {
    try {
      T result = work.on(new Sql(connection));
      connection.commit();
      return result;
    } catch (SQLException e) {
      pool.evictConnection(connection);
      throw e;
    }
  }

  /**
   * Removes what overwritten rows left behind in SQLite's write-ahead log. Where somebody else
   * reads the file just then, it cannot be emptied; that is said in the log, and the next scrub
   * does it. PostgreSQL keeps old row versions until it vacuums, and its own log as long as its
   * operator says: nothing that can be done from here.
   *
   * @return whether nothing is left behind here
   */
  boolean scrub() {
    if (!sqlite) {
      return false;
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      statement.execute("PRAGMA busy_timeout = " + SCRUB_MILLIS);
      boolean emptied;
      try (ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
        emptied = result.next() && result.getInt("busy") == 0;
      }
      statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
      if (!emptied) {
        LOG.warn(
            "the key of the last round stays in the write-ahead log until the next one ends:"
                + " somebody else reads the database");
      }
      return emptied;
    } catch (SQLException e) {
      throw new StoreUnavailable("The aggregator's database failed" + reason(e), e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
