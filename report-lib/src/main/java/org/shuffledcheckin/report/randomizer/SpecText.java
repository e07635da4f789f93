package org.shuffledcheckin.report.randomizer;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The one-line text of a description: the kind, then {@code name=value} in a fixed order, separated
 * by semicolons. Doubles are hexadecimal, because decimal forms differ between Java versions.
 */
final class SpecText {
  private static final int MAX_CHARACTERS = 512;

  private SpecText() {}

  static String format(RandomizerSpec spec) {
    if (spec instanceof GaussianSpec s) {
      return "gaussian;dimension=%d;clip=%s;noiseMultiplier=%s;gridSteps=%d"
          .formatted(s.dimension(), hex(s.clip()), hex(s.noiseMultiplier()), s.gridSteps());
    } else if (spec instanceof LdpSgdSpec s) {
      return "ldp-sgd;dimension=%d;clip=%s;epsilon0=%s"
          .formatted(s.dimension(), hex(s.clip()), hex(s.epsilon0()));
    } else if (spec instanceof LaplaceSpec s) {
      return "laplace;lower=%s;upper=%s;epsilon0=%s"
          .formatted(hex(s.lower()), hex(s.upper()), hex(s.epsilon0()));
    } else if (spec instanceof RandomizedResponseSpec s) {
      return "randomized-response;categories=%d;epsilon0=%s"
          .formatted(s.categories(), hex(s.epsilon0()));
    }
    throw new AssertionError("no text for " + spec);
  }

  static RandomizerSpec parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "randomiser text must have at most 512 characters but has " + text.length());
    }
    Fields fields = new Fields(text);
    RandomizerSpec spec =
        switch (fields.kind) {
          case "gaussian" ->
              new GaussianSpec(
                  fields.integer("dimension"),
                  fields.number("clip"),
                  fields.number("noiseMultiplier"),
                  fields.integer("gridSteps"));
          case "ldp-sgd" ->
              new LdpSgdSpec(
                  fields.integer("dimension"), fields.number("clip"), fields.number("epsilon0"));
          case "laplace" ->
              new LaplaceSpec(
                  fields.number("lower"), fields.number("upper"), fields.number("epsilon0"));
          case "randomized-response" ->
              new RandomizedResponseSpec(fields.integer("categories"), fields.number("epsilon0"));
          default ->
              throw new IllegalArgumentException(
                  "randomiser kind must be gaussian, ldp-sgd, laplace or randomized-response but is "
                      + fields.kind);
        };
    // Catches unknown fields, another order and second spellings of a number in one stroke.
    if (!format(spec).equals(text)) {
      throw new IllegalArgumentException(
          "randomiser text must be " + format(spec) + " but is " + text);
    }
    return spec;
  }

  private static String hex(double value) {
    return Double.toHexString(value);
  }

  private static final class Fields {
    private final String kind;
    private final Map<String, String> values = new LinkedHashMap<>();

    Fields(String text) {
      String[] parts = text.split(";", -1);
      kind = parts[0];
      for (int i = 1; i < parts.length; i++) {
        int equals = parts[i].indexOf('=');
        if (equals > 0) {
          values.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
        }
      }
    }

    int integer(String name) {
      try {
        return Integer.parseInt(value(name));
      } catch (NumberFormatException e) {
        throw notANumber(name, e);
      }
    }

    double number(String name) {
      try {
        return Double.parseDouble(value(name));
      } catch (NumberFormatException e) {
        throw notANumber(name, e);
      }
    }

    private String value(String name) {
      String value = values.get(name);
      if (value == null) {
        throw new IllegalArgumentException("randomiser " + kind + " must have a field " + name);
      }
      return value;
    }

    private IllegalArgumentException notANumber(String name, NumberFormatException e) {
      return new IllegalArgumentException(name + " must be a number but is " + values.get(name), e);
    }
  }
}
