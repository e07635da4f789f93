package org.shuffledcheckin.learning.data;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One column that enters the model, and the public range it is scaled by. The range is what
 * everybody knows beforehand, never a statistic of the clients' records, which would reveal it.
 *
 * @param column name in the header
 * @param range scaled to [0, 1], values beyond it moved to its ends; the number as it is without
 */
public record CsvFeature(String column, Optional<Range> range) {
  private static final String NUMBER = "([-+]?[0-9.]*[0-9](?:[eE][-+]?\\d+)?)";
  private static final Pattern RANGED =
      Pattern.compile("(.+?)\\s*=\\s*" + NUMBER + "\\.\\." + NUMBER);

  /**
   * A range of numbers.
   *
   * @param low becomes 0
   * @param high becomes 1
   */
  public record Range(double low, double high) {
    /** Validates that it is one. */
    public Range {
      if (!(Double.isFinite(low) && Double.isFinite(high) && low < high)) {
        throw new IllegalArgumentException(
            "a range must go from a number to a larger one, got %s..%s".formatted(low, high));
      }
    }
  }

  /** Reads {@code column} or {@code column=low..high}. */
  public static CsvFeature parse(String text) {
    Matcher matcher = RANGED.matcher(text.strip());
    if (!matcher.matches()) {
      return new CsvFeature(text.strip(), Optional.empty());
    }
    try {
      double low = Double.parseDouble(matcher.group(2));
      double high = Double.parseDouble(matcher.group(3));
      return new CsvFeature(matcher.group(1), Optional.of(new Range(low, high)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a column's range must be written as column=low..high, got " + text, e);
    }
  }

  float scaled(float value) {
    return range
        .map(
            known -> {
              double share = (value - known.low()) / (known.high() - known.low());
              return (float) Math.max(0, Math.min(1, share));
            })
        .orElse(value);
  }
}
