package org.shuffledcheckin.report.randomizer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A randomiser's description as named numbers, as it stands in configuration, on the wire and in
 * stored text. Only {@link #spec} checks that they describe a randomiser.
 *
 * @param kind of randomiser
 * @param values by the field's name
 */
public record RandomizerFields(RandomizerKind kind, Map<String, Double> values) {
  private static final int MAX_CHARACTERS = 512;

  /**
   * Copies the values.
   *
   * @throws IllegalArgumentException if the kind has no field of a name
   */
  public RandomizerFields {
    List<String> known = kind.fields().stream().map(SpecField::name).toList();
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "randomiser %s must have no field but %s; it has %s"
                .formatted(kind.label(), String.join(", ", known), name));
      }
    }
    values = Map.copyOf(values);
  }

  static RandomizerFields of(RandomizerSpec spec) {
    Map<String, Double> values = new LinkedHashMap<>();
    List<Double> numbers = spec.values();
    for (int i = 0; i < numbers.size(); i++) {
      values.put(spec.kind().fields().get(i).name(), numbers.get(i));
    }
    return new RandomizerFields(spec.kind(), values);
  }

  /** The same with one more value, or another one. */
  public RandomizerFields with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new RandomizerFields(kind, more);
  }

  /**
   * The description, fields that have a default filled in.
   *
   * @throws IllegalArgumentException if a value is missing or breaks a bound
   */
  public RandomizerSpec spec() {
    return kind.read(this);
  }

  boolean has(SpecField field) {
    return values.containsKey(field.name());
  }

  double number(SpecField field) {
    Double value = values.get(field.name());
    if (value == null) {
      throw new IllegalArgumentException(
          "randomiser %s must have a field %s".formatted(kind.label(), field.name()));
    }
    return value;
  }

  int integer(SpecField field) {
    double value = number(field);
    if (value != Math.rint(value)) {
      throw new IllegalArgumentException(
          "%s must be an integer but is %s".formatted(field.name(), value));
    }
    return field.require((int) field.require(value));
  }

  /**
   * One line: the kind, then {@code name=value} in the kind's order, separated by semicolons.
   * Doubles are hexadecimal, because decimal forms differ between Java versions.
   */
  String text() {
    List<String> parts = new ArrayList<>(List.of(kind.label()));
    for (SpecField field : kind.fields()) {
      double value = number(field);
      parts.add(
          field.name()
              + "="
              + (field.whole() ? Integer.toString((int) value) : Double.toHexString(value)));
    }
    return String.join(";", parts);
  }

  static RandomizerFields parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "randomiser text must have at most 512 characters but has " + text.length());
    }
    String[] parts = text.split(";", -1);
    Map<String, Double> values = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0) {
        values.put(parts[i].substring(0, equals), number(parts[i], equals));
      }
    }
    return new RandomizerFields(RandomizerKind.of(parts[0]), values);
  }

  private static double number(String part, int equals) {
    try {
      return Double.parseDouble(part.substring(equals + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a number but is %s"
              .formatted(part.substring(0, equals), part.substring(equals + 1)),
          e);
    }
  }
}
