package org.shuffledcheckin.experiments.figure;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;

/**
 * Epsilons of several analyses over one axis. Every value keeps its kind: proven bounds are drawn
 * solid (from above, blue first) and dashed (from below, orange), the paper's values dotted.
 */
public final class Curves {
  /** Values that lie closer together than this are drawn without logarithm. */
  private static final double LINEAR_SPREAD = 50;

  private final Map<String, List<Point>> curves = new LinkedHashMap<>();

  /** A value at a place of the axis. */
  public record Point(double at, PrivacyValue value) {}

  /** Adds a value to the curve of this name. */
  public void add(String name, double at, PrivacyValue value) {
    curves.computeIfAbsent(name, unused -> new ArrayList<>()).add(new Point(at, value));
  }

  /** Adds a value after so many rounds. */
  public void add(String name, long rounds, PrivacyValue value) {
    add(name, (double) rounds, value);
  }

  /** The values of a curve. */
  public List<Point> curve(String name) {
    return curves.getOrDefault(name, List.of());
  }

  /** The last value of each curve. */
  public Map<String, Object> last() {
    Map<String, Object> last = new LinkedHashMap<>();
    curves.forEach(
        (name, points) -> {
          PrivacyValue value = points.get(points.size() - 1).value();
          last.put(name, Map.of("epsilon", number(value.epsilon()), "kind", value.kind().name()));
        });
    return last;
  }

  private static Object number(double value) {
    return Double.isFinite(value) ? (Object) value : "infinity";
  }

  /** All values, one a line. */
  public Csv csv(String axis) {
    Csv csv = new Csv(axis, "analysis", "kind", "method", "epsilon", "delta");
    curves.forEach(
        (name, points) ->
            points.forEach(
                point ->
                    csv.row(
                        plain(point.at()),
                        name,
                        point.value().kind(),
                        point.value().method(),
                        point.value().epsilon(),
                        point.value().delta())));
    return csv;
  }

  /** A table for the page: one line for each curve, at some of the places. */
  public List<List<String>> rows(List<Double> places) {
    List<List<String>> rows = new ArrayList<>();
    curves.forEach(
        (name, points) -> {
          List<String> row = new ArrayList<>(List.of(name, points.get(0).value().kind().name()));
          for (double place : places) {
            row.add(
                points.stream()
                    .filter(point -> point.at() == place)
                    .findFirst()
                    .map(point -> shown(point.value()))
                    .orElse("–"));
          }
          rows.add(row);
        });
    return rows;
  }

  /** Four digits, rounded against us where the value is a bound. */
  public static String shown(PrivacyValue value) {
    double epsilon = value.epsilon();
    if (!Double.isFinite(epsilon)) {
      return "∞";
    }
    if (epsilon == 0) {
      return "0";
    }
    double unit = Math.pow(10, Math.floor(Math.log10(epsilon)) - 3);
    double digits = epsilon / unit;
    double rounded =
        switch (value.kind()) {
          case UPPER_BOUND -> Math.ceil(digits - 1e-9);
          case LOWER_BOUND -> Math.floor(digits + 1e-9);
          case NUMERICAL, PAPER -> Math.rint(digits);
        };
    int places = (int) Math.max(0, -Math.rint(Math.log10(unit)));
    return String.format(Locale.ROOT, "%." + places + "f", rounded * unit);
  }

  /** A place of the axis, without decimals where it has none. */
  public static String plain(double at) {
    return at == Math.rint(at) ? Long.toString((long) at) : Double.toString(at);
  }

  /** Draws epsilon over the axis. */
  public Figure figure(String title, Axis x) {
    Figure figure = new Figure(title, x, new Axis("epsilon", spread() > LINEAR_SPREAD));
    Palette palette = new Palette();
    curves.forEach(
        (name, points) -> {
          Kind kind = points.get(0).value().kind();
          figure.add(
              name + " (" + kind + ")",
              Palette.line(kind),
              palette.next(kind),
              points.stream()
                  .map(point -> new double[] {point.at(), point.value().epsilon()})
                  .toList());
        });
    return figure;
  }

  /** How many times the largest finite value is the smallest positive one. */
  private double spread() {
    DoubleSummaryStatistics values =
        curves.values().stream()
            .flatMap(List::stream)
            .mapToDouble(point -> point.value().epsilon())
            .filter(epsilon -> epsilon > 0 && Double.isFinite(epsilon))
            .summaryStatistics();
    return values.getMax() / values.getMin();
  }

  /** One colour after another for each kind. */
  public static final class Palette {
    private final Map<Kind, Integer> used = new LinkedHashMap<>();

    /** How values of a kind are drawn. */
    public static Line line(Kind kind) {
      return switch (kind) {
        case UPPER_BOUND -> Line.SOLID;
        case LOWER_BOUND -> Line.DASHED;
        case NUMERICAL, PAPER -> Line.DOTTED;
      };
    }

    /** The next colour of a kind. */
    public Hue next(Kind kind) {
      List<Hue> hues =
          switch (kind) {
            case UPPER_BOUND -> List.of(Hue.BLUE, Hue.TEAL, Hue.PURPLE);
            case LOWER_BOUND -> List.of(Hue.ORANGE, Hue.PURPLE);
            case NUMERICAL, PAPER -> List.of(Hue.GREY, Hue.PURPLE, Hue.TEAL, Hue.ORANGE);
          };
      int place = used.merge(kind, 1, Integer::sum) - 1;
      return hues.get(place % hues.size());
    }
  }
}
