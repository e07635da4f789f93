package org.shuffledcheckin.cli.service;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ConfigKey;
import org.shuffledcheckin.kit.config.ConfigSource;
import picocli.CommandLine.Option;

/** Where a service's configuration comes from. */
final class ServiceOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The service's YAML file; unknown keys are refused.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A value that wins over file and environment, by its dotted key; may be repeated.")
  private Map<String, String> values = Map.of();

  @Option(
      names = "--wait",
      description =
          "Where a file, a disk or a database is missing, say so in the log and on /readyz and try"
              + " again, instead of ending.")
  private boolean wait;

  @Option(names = "--keys", description = "List every key with its default, and end.")
  private boolean keys;

  /** Lists the keys if that was asked for. */
  boolean listed(Class<? extends Record> type, String prefix, PrintWriter out) {
    if (keys) {
      out.println(
          "# Each is also an environment variable: " + prefix + "_ and the key in capitals.");
      for (ConfigKey key : ConfigSource.keys(type)) {
        out.println(
            key.key()
                + key.fallback()
                    .map(value -> ": " + value)
                    .orElse(key.required() ? ":  # required" : ":  # optional"));
      }
      out.flush();
    }
    return keys;
  }

  /** Whether to outlast what is missing outside. */
  boolean isWaiting() {
    return wait;
  }

  <T extends Record> T read(Class<T> type, String prefix) {
    return read(type, prefix, Map.of());
  }

  /** Reads with further values, which win over the environment and not over flags. */
  <T extends Record> T read(Class<T> type, String prefix, Map<String, String> further) {
    Map<String, String> flags = new HashMap<>(further);
    flags.putAll(values);
    return ConfigSource.of(file, prefix, flags).read(type);
  }
}
