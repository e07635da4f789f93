package org.shuffledcheckin.aggregator.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.aggregator.run.PlanView;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Everything about a run that must not change while it lasts, by configuration key. A run that is
 * resumed under other terms would be another run with this one's ledger.
 */
public final class FrozenSettings {
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, String> values;

  private FrozenSettings(Map<String, String> values) {
    this.values = values;
  }

  static FrozenSettings of(
      AggregatorConfig config, Optional<ModelSpec> model, RandomizerSpec randomizer) {
    Map<String, String> values = new TreeMap<>();
    values.put("budget.epsilon", Double.toString(config.budget().epsilon()));
    values.put("budget.delta", Double.toString(config.budget().delta()));
    values.put("check-in.clients", Long.toString(config.checkIn().clients()));
    values.put(
        "check-in.dishonest-fraction", Double.toString(config.checkIn().dishonestFraction()));
    values.put("check-in.rate", Double.toString(config.checkIn().rate()));
    values.put("check-in.law", config.checkIn().law().name());
    values.put("randomizer", randomizer.canonicalText());
    values.put("model", model.map(ModelSpec::toJson).orElse("none"));
    config.model().ifPresent(spec -> values.put("model.seed", Long.toString(spec.seed())));
    config.model().ifPresent(spec -> values.put("optimizer", config.optimizer().toString()));
    values.put("rounds.count", Long.toString(config.rounds().count()));
    values.put("rounds.minimum-batch", Long.toString(config.rounds().window().minimumBatch()));
    values.put(
        "rounds.minimum-batch-spread",
        Long.toString(config.rounds().window().minimumBatchSpread()));
    return new FrozenSettings(values);
  }

  /** Reads terms back from their text. */
  public static FrozenSettings parse(String text) {
    try {
      return new FrozenSettings(
          JSON.readValue(text, new TypeReference<TreeMap<String, String>>() {}));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the stored terms of the run are not readable", e);
    }
  }

  /** What may be spent. */
  public Budget limit() {
    return new Budget(number("budget.epsilon"), number("budget.delta"));
  }

  /** What is trained, if anything. */
  public Optional<ModelSpec> model() {
    return Optional.of(value("model")).filter(text -> !text.equals("none")).map(ModelSpec::parse);
  }

  /**
   * What all rounds have in common, for those who look.
   *
   * @param title what to call the model
   */
  public PlanView plan(String title) {
    CheckInConfig checkIn =
        new CheckInConfig(
            Long.parseLong(value("check-in.clients")),
            number("check-in.dishonest-fraction"),
            number("check-in.rate"),
            CheckInLaw.valueOf(value("check-in.law")));
    return new PlanView(
        model()
            .map(
                model ->
                    String.format(Locale.ROOT, "%s, %,d parameters", title, model.parameterCount()))
            .orElse("no model: rounds count"),
        Long.parseLong(value("rounds.count")),
        checkIn.population(),
        RandomizerSpec.parse(value("randomizer")).guarantee());
  }

  private String value(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("the stored settings of the run lack " + key);
    }
    return value;
  }

  private double number(String key) {
    return Double.parseDouble(value(key));
  }

  /** The terms as text; equal terms have equal texts. */
  public String text() {
    try {
      return JSON.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of strings is always JSON", e);
    }
  }

  /** One sentence for each way in which other terms differ from these. */
  public List<String> differences(FrozenSettings now) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(values.keySet());
    keys.addAll(now.values.keySet());
    for (String key : keys) {
      String then = values.getOrDefault(key, "none");
      String next = now.values.getOrDefault(key, "none");
      if (!then.equals(next)) {
        differences.add("%s was %s and is now %s".formatted(key, then, next));
      }
    }
    return differences;
  }
}
