package org.shuffledcheckin.kit.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as {@code 64MiB}, {@code 4KiB}, {@code 10GB} or plainly.
 *
 * @param bytes at least 0
 */
public record ByteSize(long bytes) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "", 1L,
          "B", 1L,
          "KB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "TiB", 1L << 40);

  /** Validates the number. */
  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("size must be at least 0 bytes but is " + bytes);
    }
  }

  /** Reads a size. */
  public static ByteSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException("must be a size such as 64MiB but is '" + text + "'");
    }
    try {
      return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("must be below 2^63 bytes but is '" + text + "'", e);
    }
  }

  /** The number as an array or message length. */
  public int toInt() {
    return Math.toIntExact(bytes);
  }
}
