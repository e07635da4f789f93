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
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.run.PlanView;
import org.shuffledcheckin.kit.config.ConfigKey;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.randomizer.RandomizerFields;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;
import org.shuffledcheckin.report.randomizer.SpecField;

/**
 * Everything about a run that must not change while it lasts, by configuration key. A run that is
 * resumed under other settings would be another run with this one's ledger.
 *
 * <p>A setting that an older run's text lacks has the default of its key, so a new setting whose
 * default is what was done before stops no run. Who changes a default gives the key a new name.
 */
public final class FrozenSettings {
  static final String FORMAT = "format";
  static final String NEWEST = "2";
  private static final String NONE = "none";
  private static final String MODEL = "model";
  private static final String MODEL_KEYS = "model-keys";
  private static final String RANDOMIZER = "randomizer.";
  private static final String KIND = RANDOMIZER + "kind";
  private static final JsonMapper JSON = new JsonMapper();
  private static final Map<String, String> DEFAULTS =
      ConfigSource.keys(AggregatorConfig.class).stream()
          .filter(key -> key.fallback().isPresent())
          .collect(Collectors.toMap(ConfigKey::key, FrozenSettings::fallback));

  private final Map<String, String> values;

  FrozenSettings(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  static FrozenSettings of(
      AggregatorConfig config, Optional<ModelSpec> model, RandomizerSpec randomizer) {
    Map<String, Object> values = new TreeMap<>();
    values.put("budget.epsilon", config.budget().epsilon());
    values.put("budget.delta", config.budget().delta());
    values.put("check-in.clients", config.checkIn().clients());
    values.put("check-in.dishonest-fraction", config.checkIn().dishonestFraction());
    values.put("check-in.loss-limit", config.checkIn().lossLimit());
    values.put("check-in.rate", config.checkIn().rate());
    values.put("check-in.law", config.checkIn().law());
    values.put("rounds.count", config.rounds().count());
    values.put("rounds.minimum-batch", config.rounds().window().minimumBatch());
    values.put("rounds.minimum-batch-spread", config.rounds().window().minimumBatchSpread());
    if (config.rounds().window().maximumBatch() > 0) {
      values.put("rounds.maximum-batch", config.rounds().window().maximumBatch());
    }
    if (config.form() == ReportForm.DISTRIBUTED) {
      values.put("form", config.form());
      values.put("rounds.strike-share", config.rounds().window().strikeShare());
    }
    if (config.modelKeys().isPresent() && model.isPresent()) {
      // Which key is for the operator to change; whether there is one decides who sees the model.
      values.put(MODEL_KEYS, "given");
    }
    values.put(KIND, randomizer.kind());
    Map<String, Double> numbers = randomizer.fields().values();
    for (SpecField field : randomizer.kind().fields()) {
      Double number = numbers.get(field.name());
      values.put(RANDOMIZER + field.name(), field.whole() ? (Object) number.longValue() : number);
    }
    values.put(MODEL, model.map(ModelSpec::toJson).orElse(NONE));
    if (config.model().isPresent()) {
      OptimizerConfig optimizer = config.optimizer();
      values.put("model.seed", config.model().get().seed());
      values.put("optimizer.kind", optimizer.kind());
      values.put("optimizer.learning-rate", optimizer.learningRate());
      values.put("optimizer.schedule", optimizer.schedule());
      values.put("optimizer.momentum", optimizer.momentum());
      values.put("optimizer.beta1", optimizer.beta1());
      values.put("optimizer.beta2", optimizer.beta2());
      values.put("optimizer.epsilon", optimizer.epsilon());
      values.put("optimizer.averaging", optimizer.averaging());
      values.put("optimizer.in-units-of-clip", optimizer.inUnitsOfClip());
    }
    return new FrozenSettings(
        values.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> canonical(entry.getValue()))));
  }

  /**
   * The one text of a value. Doubles are hexadecimal, because decimal forms differ between Java
   * versions; names are written as in a configuration file.
   */
  static String canonical(Object value) {
    if (value instanceof Double number) {
      return Double.toHexString(number);
    } else if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    } else if (value instanceof Long || value instanceof Boolean || value instanceof String) {
      return value.toString();
    }
    throw new IllegalArgumentException("a setting has no canonical text: " + value.getClass());
  }

  private static String fallback(ConfigKey key) {
    String text = key.fallback().orElseThrow();
    return key.type() == double.class ? canonical(Double.valueOf(text)) : text;
  }

  /** Reads settings back from their text, in this form or in an older one. */
  public static FrozenSettings parse(String text) {
    try {
      Map<String, String> values =
          JSON.readValue(text, new TypeReference<TreeMap<String, String>>() {});
      return new FrozenSettings(
          NEWEST.equals(values.remove(FORMAT)) ? values : SettingsUpgrade.of(values));
    } catch (JsonProcessingException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the stored settings of the run are not readable", e);
    }
  }

  /** The settings as text; equal settings have equal texts. */
  public String text() {
    Map<String, String> fields = new TreeMap<>(values);
    fields.put(FORMAT, NEWEST);
    try {
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of strings is always JSON", e);
    }
  }

  /** One sentence for each way in which other settings differ from these. */
  public List<String> differences(FrozenSettings now) {
    return differences(now, DEFAULTS);
  }

  List<String> differences(FrozenSettings now, Map<String, String> defaults) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(values.keySet());
    keys.addAll(now.values.keySet());
    for (String key : keys) {
      String then = values.getOrDefault(key, defaults.getOrDefault(key, NONE));
      String next = now.values.getOrDefault(key, NONE);
      if (!then.equals(next)) {
        differences.add("%s was %s and is now %s".formatted(key, words(then), words(next)));
      }
    }
    return differences;
  }

  private static String words(String text) {
    return text.startsWith("0x") || text.startsWith("-0x")
        ? Double.toString(Double.parseDouble(text))
        : text;
  }

  /** What may be spent. */
  public Budget budget() {
    return new Budget(number("budget.epsilon"), number("budget.delta"));
  }

  /** What is trained, if anything. */
  public Optional<ModelSpec> model() {
    return Optional.of(value(MODEL)).filter(text -> !text.equals(NONE)).map(ModelSpec::parse);
  }

  /**
   * What all rounds have in common, for those who look.
   *
   * @param title what to call the model
   * @param accounted what rounds are charged with
   */
  public PlanView plan(String title, CheckInRound accounted) {
    return new PlanView(
        model()
            .map(
                model ->
                    String.format(Locale.ROOT, "%s, %,d parameters", title, model.parameterCount()))
            .orElse("no model: rounds count"),
        Long.parseLong(value("rounds.count")),
        population(),
        accounted);
  }

  /**
   * What a round of the run is charged with.
   *
   * @throws IllegalArgumentException if so few clients hide nobody
   */
  public CheckInRound charge() {
    return population().charge(randomizer(), sumRule());
  }

  private SumRule sumRule() {
    return new SumRule(
        Long.parseLong(value("rounds.minimum-batch")),
        number("rounds.strike-share"),
        values.containsKey(MODEL_KEYS));
  }

  private Population population() {
    return new CheckInConfig(
            Long.parseLong(value("check-in.clients")),
            number("check-in.dishonest-fraction"),
            Long.parseLong(value("check-in.loss-limit")),
            number("check-in.rate"),
            CheckInLaw.valueOf(value("check-in.law").toUpperCase(Locale.ROOT)))
        .population();
  }

  private RandomizerSpec randomizer() {
    Map<String, Double> fields =
        values.keySet().stream()
            .filter(key -> key.startsWith(RANDOMIZER) && !key.equals(KIND))
            .collect(Collectors.toMap(key -> key.substring(RANDOMIZER.length()), this::number));
    return new RandomizerFields(RandomizerKind.of(value(KIND)), fields).spec();
  }

  private String value(String key) {
    String value = values.getOrDefault(key, DEFAULTS.get(key));
    if (value == null) {
      throw new IllegalArgumentException("the stored settings of the run lack " + key);
    }
    return value;
  }

  private double number(String key) {
    return Double.parseDouble(value(key));
  }
}
