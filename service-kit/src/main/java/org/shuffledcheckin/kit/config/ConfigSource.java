package org.shuffledcheckin.kit.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the configuration of one service comes from. A flag wins over the environment, the
 * environment over the file, the file over the default. Every key that no record knows is refused,
 * wherever it was given; relative paths start at the working directory.
 *
 * @param file the YAML file, if there is one
 * @param prefix of environment variables: with {@code CHECKIN_SHUFFLER}, key {@code listen.max-age}
 *     is {@code CHECKIN_SHUFFLER_LISTEN_MAX_AGE}
 * @param environment the process's environment
 * @param flags values by dotted key, such as {@code listen.port}
 */
public record ConfigSource(
    Optional<Path> file,
    String prefix,
    Map<String, String> environment,
    Map<String, String> flags) {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  /** Copies the maps. */
  public ConfigSource {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(prefix, "prefix");
    environment = Map.copyOf(environment);
    flags = Map.copyOf(flags);
  }

  /** Takes the environment of this process. */
  public static ConfigSource of(Optional<Path> file, String prefix, Map<String, String> flags) {
    return new ConfigSource(file, prefix, System.getenv(), flags);
  }

  /**
   * Reads a record of records. Components are named in the file in kebab case and may be text,
   * numbers, booleans, enums, {@link java.time.Duration}, {@link ByteSize}, {@link Path}, {@link
   * Secret}, an {@link Optional} or {@link List} of those, or a record again.
   *
   * @throws ConfigException that names every wrong, missing or unknown key
   */
  public <T extends Record> T read(Class<T> type) {
    return new ConfigBinder(this, tree()).bind(type);
  }

  /** Lists every key of a record with the text of its default, for reference. */
  public static List<ConfigKey> keys(Class<? extends Record> type) {
    return ConfigKey.of(type);
  }

  String name() {
    return file.map(Path::toString).orElse("configuration");
  }

  String variable(String key) {
    return prefix + "_" + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private JsonNode tree() {
    if (file.isEmpty()) {
      return YAML.createObjectNode();
    }
    try (JsonParser parser = YAML.createParser(Files.readString(file.get()))) {
      JsonNode node = parser.readValueAsTree();
      if (node == null || node.isNull()) {
        return YAML.createObjectNode();
      }
      if (!node.isObject()) {
        throw new ConfigException(name(), List.of("must be a mapping of keys to values"));
      }
      if (parser.nextToken() != null) {
        throw new ConfigException(name(), List.of("must hold one document"));
      }
      return node;
    } catch (JsonProcessingException e) {
      // The parser's own message quotes the line, which may hold something private.
      throw new ConfigException(
          name(), List.of("is not valid YAML near line " + line(e) + ", or names a key twice"));
    } catch (IOException e) {
      throw new ConfigException(name(), List.of("cannot be read"));
    }
  }

  private static long line(JsonProcessingException e) {
    return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
  }
}
