package org.shuffledcheckin.aggregator.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the settings of runs that were begun before their text had a format number: doubles in
 * decimal, the optimiser as Java prints a record, the randomiser in one line.
 */
final class SettingsUpgrade {
  private SettingsUpgrade() {}

  static Map<String, String> of(Map<String, String> old) {
    Map<String, String> values = new HashMap<>();
    old.forEach(
        (key, text) -> {
          switch (key) {
            case "optimizer" ->
                fields(
                    key,
                    text.substring(text.indexOf('[') + 1, text.length() - 1)
                        .replace("stabilizer=", "epsilon="),
                    ", ",
                    values);
            case "randomizer" -> fields(key, "kind=" + text, ";", values);
            case "model" -> values.put(key, text);
            default -> values.put(key, canonical(text));
          }
        });
    values.replace("randomizer.kind", "randomized-response", "k-ary");
    return values;
  }

  /** Takes apart {@code name=value} pairs whose names are Java's. */
  private static void fields(
      String section, String text, String separator, Map<String, String> values) {
    for (String field : text.split(separator, -1)) {
      int equals = field.indexOf('=');
      String name = field.substring(0, equals).replaceAll("([A-Z])", "-$1");
      values.put(
          section + "." + name.toLowerCase(Locale.ROOT), canonical(field.substring(equals + 1)));
    }
  }

  private static String canonical(String text) {
    if (text.matches("-?\\d+")) {
      return text;
    }
    try {
      return FrozenSettings.canonical(Double.valueOf(text));
    } catch (NumberFormatException e) {
      return text.toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
