package org.shuffledcheckin.learning.data;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where data sets may come from.
 *
 * @param directories the user's folders, looked into before all else, in this order
 * @param cache where downloads are kept
 * @param network whether anything may be fetched
 * @param connectTimeout how long an address may take to answer
 * @param drawnRecords how many training records the built-in generator draws
 * @param seed what the built-in generator starts from
 */
public record DataOptions(
    List<Path> directories,
    Path cache,
    boolean network,
    Duration connectTimeout,
    int drawnRecords,
    long seed) {
  /** The environment variable that names a folder of data sets. */
  public static final String DIRECTORY_VARIABLE = "CHECKIN_DATA";

  /** Validates the numbers. */
  public DataOptions {
    directories = List.copyOf(directories);
    Objects.requireNonNull(cache, "cache");
    requireBetween("drawn records", drawnRecords, 10, 1_000_000);
    if (connectTimeout.isNegative() || connectTimeout.isZero()) {
      throw new IllegalArgumentException("connect timeout must be positive, got " + connectTimeout);
    }
  }

  /**
   * Returns the options of a user: the folder given on the command line, then the one of {@link
   * #DIRECTORY_VARIABLE}; the cache where the desktop's conventions put it.
   */
  public static DataOptions of(
      Optional<Path> commandLine, Map<String, String> environment, Path home) {
    List<Path> directories = new ArrayList<>();
    commandLine.ifPresent(directories::add);
    Optional.ofNullable(environment.get(DIRECTORY_VARIABLE))
        .filter(value -> !value.isBlank())
        .ifPresent(value -> directories.add(Path.of(value)));
    Path cacheHome =
        Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
            .filter(value -> !value.isBlank())
            .map(Path::of)
            .orElse(home.resolve(".cache"));
    return new DataOptions(
        directories, cacheHome.resolve("shuffled-checkin"), true, Duration.ofSeconds(4), 60_000, 1);
  }

  /** Returns the options of this process's user. */
  public static DataOptions ofUser(Optional<Path> commandLine) {
    return of(commandLine, System.getenv(), Path.of(System.getProperty("user.home")));
  }
}
