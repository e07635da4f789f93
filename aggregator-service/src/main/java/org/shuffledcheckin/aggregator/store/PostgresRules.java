package org.shuffledcheckin.aggregator.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a PostgreSQL server and the line to it must keep. */
final class PostgresRules {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresRules.class);
  private static final String SCHEME = "jdbc:postgresql:";
  private static final String PROTECTED = "verify-full";

  private PostgresRules() {}

  /**
   * Makes sure that nobody sends a round's keys over a network by oversight: an address of another
   * machine must say its {@code sslmode}. What is below {@code verify-full} is warned of.
   *
   * @throws IllegalArgumentException if it says none
   */
  static void requireTransport(String url) {
    if (hosts(url).stream().allMatch(PostgresRules::isLocal)) {
      return;
    }
    Map<String, String> parameters = parameters(url);
    // So does the driver: ssl=true alone means that certificate and name are checked.
    String whole = "true".equals(parameters.get("ssl")) ? PROTECTED : "";
    String mode = parameters.getOrDefault("sslmode", whole);
    if (mode.isEmpty()) {
      throw new IllegalArgumentException(
          "database.url leads to another machine and must say how the line is protected: add"
              + " sslmode=verify-full (or, on a network that nobody else is on, sslmode=disable)");
    }
    if (!mode.equals(PROTECTED)) {
      LOG.atWarn()
          .addKeyValue("sslmode", mode)
          .log("whoever is on the line to the database can read or change the run");
    }
  }

  /**
   * Makes sure that what is committed stays so when the server's power fails: a charge that is
   * forgotten would be announced all the same.
   *
   * @throws StoreUnavailable if the server is set otherwise
   */
  static Void requireDurable(Sql sql) throws SQLException {
    for (String setting : List.of("synchronous_commit", "fsync")) {
      String value =
          sql.first(row -> row.getString(1), "SELECT current_setting('" + setting + "')")
              .orElse("");
      if (value.equals("off")) {
        throw new StoreUnavailable(
            "The database may forget what it has committed: %s is off. Set it to on."
                .formatted(setting),
            null);
      }
    }
    return null;
  }

  private static List<String> hosts(String url) {
    String rest = url.substring(SCHEME.length());
    if (!rest.startsWith("//")) {
      return List.of("localhost");
    }
    String authority = rest.substring(2).split("[/?]", 2)[0];
    return Arrays.stream(authority.split(","))
        .map(host -> host.replaceFirst(":\\d*$", ""))
        .toList();
  }

  private static boolean isLocal(String host) {
    return host.isEmpty()
        || host.equals("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  private static Map<String, String> parameters(String url) {
    int query = url.indexOf('?');
    if (query < 0) {
      return Map.of();
    }
    return Arrays.stream(url.substring(query + 1).split("&"))
        .map(pair -> pair.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> pair[0],
                pair ->
                    pair.length < 2 ? "true" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8),
                (first, last) -> last));
  }
}
