package org.shuffledcheckin.aggregator.dashboard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.paper.Comparison;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/** Answers what rounds would cost, by every method, each value with its kind. */
final class Explorer {
  private static final int POINTS = 6;
  private static final int REMEMBERED = 256;
  private static final long MOST_CLIENTS = 1_000_000_000L;
  private static final long MOST_ROUNDS = 1_000_000_000L;

  private final Map<Question, Map<String, Object>> answers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Map<String, Object>> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Question(CheckInRound round, long rounds, double delta) {}

  /**
   * Answers a query by its parameters.
   *
   * @throws IllegalArgumentException if one is missing or out of range
   */
  Map<String, Object> answer(UnaryOperator<String> parameters) {
    Question question = question(parameters);
    synchronized (answers) {
      Map<String, Object> known = answers.get(question);
      if (known != null) {
        return known;
      }
    }
    Map<String, Object> fresh = work(question);
    synchronized (answers) {
      answers.put(question, fresh);
    }
    return fresh;
  }

  private static Map<String, Object> work(Question question) {
    Comparison comparison =
        new Comparison(question.round(), question.delta(), OptionalLong.empty());
    SoundAccountant accountant = SoundAccountant.create();
    Map<String, Curve> curves = new LinkedHashMap<>();
    List<Map<String, Object>> point = new ArrayList<>();
    for (long rounds : grid(question.rounds())) {
      for (Comparison.Row row : comparison.rows(rounds, accountant)) {
        curves
            .computeIfAbsent(shortName(row.name()), name -> new Curve(name, row))
            .add(rounds, row.value().epsilon());
        if (rounds == question.rounds()) {
          point.add(value(row));
        }
      }
    }
    return Map.of("point", point, "curves", curves.values().stream().map(Curve::fields).toList());
  }

  private static String shortName(String name) {
    return name.replaceFirst("^paper: ", "").replaceFirst(" \\(.*", "");
  }

  private static Map<String, Object> value(Comparison.Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", row.name());
    fields.put("kind", row.value().kind().name());
    fields.put("method", row.value().method());
    fields.put("epsilon", finite(row.value().epsilon()));
    return fields;
  }

  /** JSON has no infinity. */
  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private static SortedSet<Long> grid(long rounds) {
    SortedSet<Long> grid = new TreeSet<>();
    for (int i = 0; i <= POINTS; i++) {
      grid.add(Math.round(Math.pow((double) rounds, (double) i / POINTS)));
    }
    grid.add(rounds);
    return grid;
  }

  private static Question question(UnaryOperator<String> parameters) {
    LocalGuarantee guarantee =
        parameters.apply("epsilon0") != null
            ? new LocalGuarantee.PureLdp(number(parameters, "epsilon0"))
            : new LocalGuarantee.Gaussian(number(parameters, "noiseMultiplier"));
    CheckInRound round =
        new CheckInRound(
            count(parameters, "clients", MOST_CLIENTS),
            number(parameters, "checkInRate"),
            law(parameters.apply("law")),
            guarantee);
    double delta = number(parameters, "delta");
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1) but is " + delta);
    }
    Question question = new Question(round, count(parameters, "rounds", MOST_ROUNDS), delta);
    if (!SoundAccountant.create().supports(round)) {
      throw new IllegalArgumentException("no proven bound exists for such rounds: " + round);
    }
    return question;
  }

  private static CheckInLaw law(String text) {
    return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
      case "poisson" -> CheckInLaw.POISSON;
      case "bernoulli" -> CheckInLaw.BERNOULLI;
      default ->
          throw new IllegalArgumentException("law must be poisson or bernoulli but is " + text);
    };
  }

  private static double number(UnaryOperator<String> parameters, String name) {
    String text = parameters.apply(name);
    try {
      return Double.parseDouble(text == null ? "" : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number but is " + text);
    }
  }

  private static long count(UnaryOperator<String> parameters, String name, long most) {
    double value = number(parameters, name);
    if (!(value >= 1 && value <= most && value == Math.rint(value))) {
      throw new IllegalArgumentException(
          name + " must be a whole number in [1, " + most + "] but is " + value);
    }
    return (long) value;
  }

  /** One method over the number of rounds. */
  private static final class Curve {
    private final String name;
    private final Comparison.Row first;
    private final List<double[]> points = new ArrayList<>();

    Curve(String name, Comparison.Row first) {
      this.name = name;
      this.first = first;
    }

    void add(long rounds, double epsilon) {
      if (Double.isFinite(epsilon)) {
        points.add(new double[] {rounds, epsilon});
      }
    }

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("kind", first.value().kind().name());
      fields.put("method", first.value().method());
      fields.put("points", points);
      return fields;
    }
  }
}
