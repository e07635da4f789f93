package org.shuffledcheckin.experiments.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A table as comma-separated text (RFC 4180, with line feeds). */
public final class Csv {
  private final StringBuilder text = new StringBuilder();
  private final int columns;

  /** Begins with the header. */
  public Csv(String... header) {
    columns = header.length;
    line((Object[]) header);
  }

  /** Adds a row; a missing value is {@code null} and written as nothing. */
  public Csv row(Object... values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(
          "a row must have " + columns + " values but has " + values.length);
    }
    line(values);
    return this;
  }

  private void line(Object... values) {
    text.append(Arrays.stream(values).map(Csv::cell).collect(Collectors.joining(",")));
    text.append('\n');
  }

  private static String cell(Object value) {
    String plain = value == null ? "" : value.toString();
    boolean quoted = plain.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return quoted ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
  }

  /** Writes the table. */
  public void writeTo(Path file) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
