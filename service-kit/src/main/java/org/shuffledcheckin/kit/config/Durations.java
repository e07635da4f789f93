package org.shuffledcheckin.kit.config;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}.
 */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private Durations() {}

  /** Reads a duration. */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be a duration such as 30s but is '" + text + "'");
    }
    return Duration.ofMillis(Long.parseLong(matcher.group(1)) * MILLIS.get(matcher.group(2)));
  }
}
