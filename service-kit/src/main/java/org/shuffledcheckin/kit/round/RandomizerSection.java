package org.shuffledcheckin.kit.round;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ConfigKey;
import org.shuffledcheckin.kit.config.SectionReader;
import org.shuffledcheckin.report.randomizer.RandomizerFields;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Reads a randomiser from configuration: its kind and that kind's fields by name, but for the
 * dimension of a gradient, which is the model's.
 */
public final class RandomizerSection implements SectionReader {
  private static final String KIND = "kind";
  private static final String DIMENSION = "dimension";

  @Override
  public List<ConfigKey> keys() {
    List<ConfigKey> keys = new ArrayList<>();
    keys.add(new ConfigKey(KIND, RandomizerKind.class, Optional.empty(), true));
    Arrays.stream(RandomizerKind.values())
        .flatMap(kind -> kind.fields().stream())
        .filter(field -> !field.name().equals(DIMENSION))
        .distinct()
        .map(
            field ->
                new ConfigKey(
                    field.name(),
                    field.whole() ? int.class : double.class,
                    Optional.empty(),
                    false))
        .forEach(keys::add);
    return keys;
  }

  @Override
  public RandomizerFields read(Map<String, String> given) {
    Map<String, Double> values = new LinkedHashMap<>();
    given.forEach(
        (name, text) -> {
          if (!name.equals(KIND)) {
            values.put(name, number(name, text));
          }
        });
    RandomizerFields fields =
        new RandomizerFields(RandomizerKind.of(given.get(KIND).strip()), values);
    // Whatever the model will be, all else must be right.
    RandomizerSpec unused = spec(fields, 1);
    return fields;
  }

  /** The full description, given how many parameters the model has, if there is one. */
  public static RandomizerSpec spec(RandomizerFields fields, int parameters) {
    return (fields.kind().needsModel() ? fields.with(DIMENSION, parameters) : fields).spec();
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text.strip().replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number but is '" + text + "'", e);
    }
  }
}
