package org.shuffledcheckin.loadtest.local;

import java.util.Map;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.SpecField;

/** How an aggregator is told of a randomiser whose dimension is its model's. */
public final class RandomizerValues {
  private RandomizerValues() {}

  /** Adds a randomiser to the values of a configuration. */
  public static void put(RandomizerSpec randomizer, Map<String, String> values) {
    values.put("randomizer.kind", randomizer.kind().label());
    Map<String, Double> numbers = randomizer.fields().values();
    for (SpecField field : randomizer.kind().fields()) {
      if (!field.name().equals("dimension")) {
        double number = numbers.get(field.name());
        values.put(
            "randomizer." + field.name(),
            field.whole() ? Long.toString((long) number) : Double.toString(number));
      }
    }
  }
}
