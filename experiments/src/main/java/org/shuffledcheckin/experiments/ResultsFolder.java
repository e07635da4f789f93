package org.shuffledcheckin.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.HtmlPage;

/** A folder that holds the results of one configuration, which it names in a file. */
public final class ResultsFolder {
  private static final String CONFIGURATION = "configuration.json";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path path;
  private final Map<String, Object> configuration;

  private ResultsFolder(Path path, Map<String, Object> configuration) {
    this.path = path;
    this.configuration = configuration;
  }

  /**
   * Opens a folder: a new one, an empty one, or one of the same configuration.
   *
   * @throws FolderTaken if it holds anything else; nothing is changed then
   */
  public static ResultsFolder open(Path path, Map<String, Object> configuration) {
    Map<String, Object> wanted = normal(configuration);
    Path file = path.resolve(CONFIGURATION);
    try {
      if (Files.exists(file)) {
        requireSame(path, read(path, file), wanted);
      } else {
        requireEmpty(path);
        Files.createDirectories(path);
        JSON.writeValue(file.toFile(), wanted);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + path + ": " + e.getMessage(), e);
    }
    return new ResultsFolder(path, wanted);
  }

  private static Map<String, Object> read(Path path, Path file) {
    try {
      return JSON.readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Object>>() {});
    } catch (IOException e) {
      throw new FolderTaken(path + " holds a damaged " + CONFIGURATION, true);
    }
  }

  private static void requireSame(Path path, Map<String, Object> held, Map<String, Object> wanted) {
    TreeSet<String> keys = new TreeSet<>(held.keySet());
    keys.addAll(wanted.keySet());
    for (String key : keys) {
      if (!Objects.equals(held.get(key), wanted.get(key))) {
        throw new FolderTaken(
            "%s holds results of another configuration (%s is %s there and %s here)"
                .formatted(path, key, held.get(key), wanted.get(key)),
            true);
      }
    }
  }

  private static void requireEmpty(Path path) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new FolderTaken(path + " is a file, not a folder", false);
    }
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.list(path)) {
        if (files.findAny().isPresent()) {
          throw new FolderTaken(path + " holds files but no results of an experiment", false);
        }
      }
    }
  }

  /** Numbers as JSON would give them back, so that they compare. */
  private static Map<String, Object> normal(Map<String, Object> configuration) {
    try {
      return JSON.readValue(
          JSON.writeValueAsString(configuration),
          new TypeReference<LinkedHashMap<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write as JSON: " + configuration, e);
    }
  }

  /** A file in it. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** Writes a table as {@code NAME.csv}. */
  public void write(String name, Csv csv) {
    csv.writeTo(file(name + ".csv"));
  }

  /** Writes a figure as {@code NAME.png} and {@code NAME.svg}. */
  public void write(String name, Figure figure) {
    figure.writeTo(path, name);
  }

  /** Writes the page, with the configuration at its end. */
  public void write(HtmlPage page) {
    List<List<String>> rows = new ArrayList<>();
    configuration.forEach((key, value) -> rows.add(List.of(key, String.valueOf(value))));
    page.heading("Configuration").table(List.of("", "value"), rows).writeTo(file("index.html"));
  }
}
