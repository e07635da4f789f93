package org.shuffledcheckin.experiments.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.paper.Comparison;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.Curves;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;
import org.shuffledcheckin.experiments.figure.HtmlPage;

/** The paper's table: baseline, Approach 1 and Approach 2 beside what is proven. */
public final class TableExperiment implements Experiment {
  private static final long CLIENTS = 10_000;
  private static final long ROUNDS = 100;
  private static final double DELTA = 1e-4;

  /** The digits as the paper prints them (truncated), and the count that its baseline fixes. */
  private record Cell(double epsilon0, double rate, long count, List<String> printed) {
    Optional<String> printed(Analysis analysis) {
      int place = Analysis.PAPERS.indexOf(analysis);
      return place < 0 ? Optional.empty() : Optional.of(printed.get(place));
    }
  }

  private static final List<Cell> CELLS =
      List.of(
          new Cell(2, 1e-2, 169, List.of("0.096", "0.17", "0.049")),
          new Cell(2, 1e-3, 38, List.of("0.013", "0.012", "0.024")),
          new Cell(8, 1e-2, 169, List.of("9.52", "8.57", "8.18")),
          new Cell(8, 1e-3, 38, List.of("3.86", "1.78", "1.58")));

  private final boolean quick;

  /** Describes the experiment. */
  public TableExperiment(boolean quick) {
    this.quick = quick;
  }

  @Override
  public String name() {
    return "table";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name());
    values.put("clients", CLIENTS);
    values.put("rounds", ROUNDS);
    values.put("delta", DELTA);
    values.put("checkInLaw", CheckInLaw.BERNOULLI.name());
    values.put("ratesInFigures", rates());
    return values;
  }

  private List<Double> rates() {
    return quick ? List.of(1e-3, 1e-2) : List.of(1e-3, 1.5e-3, 2e-3, 3e-3, 4e-3, 5e-3, 7e-3, 1e-2);
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener) {
    listener.begin("table", CELLS.size() + 2L * rates().size());
    Csv csv =
        new Csv(
            "epsilon0",
            "check_in_rate",
            "analysis",
            "kind",
            "printed",
            "epsilon",
            "matches_printed_digits",
            "refuted");
    List<List<String>> rows = new ArrayList<>();
    List<Map<String, Object>> summary = new ArrayList<>();
    int done = 0;
    for (Cell cell : CELLS) {
      Map<Analysis, PrivacyValue> values =
          values(cell.epsilon0(), cell.rate(), OptionalLong.of(cell.count()));
      rows.add(row(cell, values));
      record(cell, values, csv, summary);
      listener.done(++done, "epsilon0 " + cell.epsilon0() + ", rate " + cell.rate());
    }
    folder.write(name(), csv);
    HtmlPage page =
        new HtmlPage("The paper's table, recomputed and checked")
            .paragraph(
                "Epsilon of 100 rounds with 10,000 clients at delta = 1e-4. The paper's three"
                    + " columns rest on a conversion lemma used in the wrong direction and are no"
                    + " guarantee (PAPER); printed digits stand in brackets. The sound bound is"
                    + " proven from above, the lower bound (3-ary randomised response) from below."
                    + " A value marked † lies below the lower bound: it is refuted.")
            .table(header(), rows);
    for (double epsilon0 : List.of(2.0, 8.0)) {
      Figure figure = figure(epsilon0, listener, done);
      done += rates().size();
      folder.write("table-epsilon0-" + Curves.plain(epsilon0), figure);
      page.figure(
          figure,
          "Epsilon over the check-in rate for epsilon0 = "
              + Curves.plain(epsilon0)
              + "; circles are the paper's printed digits.");
    }
    folder.write(page);
    return Map.of("cells", summary);
  }

  private static Map<Analysis, PrivacyValue> values(
      double epsilon0, double rate, OptionalLong count) {
    CheckInRound round =
        new CheckInRound(CLIENTS, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
    return Analysis.compare(new Comparison(round, DELTA, count), ROUNDS, SoundAccountant.create());
  }

  private static List<String> header() {
    List<String> header = new ArrayList<>(List.of("epsilon0", "rate"));
    for (Analysis analysis : Analysis.values()) {
      header.add(analysis.toString());
    }
    return header;
  }

  private static List<String> row(Cell cell, Map<Analysis, PrivacyValue> values) {
    List<String> row =
        new ArrayList<>(List.of(Curves.plain(cell.epsilon0()), Double.toString(cell.rate())));
    values.forEach(
        (analysis, value) ->
            row.add(
                Curves.shown(value)
                    + cell.printed(analysis).map(digits -> " [" + digits + "]").orElse("")
                    + (refuted(values, value) ? " †" : "")));
    return row;
  }

  private static void record(
      Cell cell, Map<Analysis, PrivacyValue> values, Csv csv, List<Map<String, Object>> summary) {
    values.forEach(
        (analysis, value) -> {
          String printed = cell.printed(analysis).orElse(null);
          Boolean matches =
              printed == null ? null : truncated(value.epsilon(), printed).equals(printed);
          csv.row(
              Curves.plain(cell.epsilon0()),
              cell.rate(),
              analysis,
              value.kind(),
              printed,
              value.epsilon(),
              matches,
              refuted(values, value));
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("epsilon0", cell.epsilon0());
          one.put("checkInRate", cell.rate());
          one.put("analysis", analysis.toString());
          one.put("kind", value.kind().name());
          one.put("printed", printed);
          one.put("epsilon", value.epsilon());
          one.put("matchesPrintedDigits", matches);
          one.put("refuted", refuted(values, value));
          summary.add(one);
        });
  }

  /** Cuts to as many digits as are printed. */
  private static String truncated(double epsilon, String printed) {
    return new BigDecimal(epsilon)
        .setScale(new BigDecimal(printed).scale(), RoundingMode.DOWN)
        .toPlainString();
  }

  /** A paper's value below the lower bound cannot be true. */
  private static boolean refuted(Map<Analysis, PrivacyValue> values, PrivacyValue value) {
    return value.kind() == Kind.PAPER && value.epsilon() < values.get(Analysis.LOWER).epsilon();
  }

  private Figure figure(double epsilon0, ExperimentListener listener, int done) {
    Curves curves = new Curves();
    int now = done;
    for (double rate : rates()) {
      values(epsilon0, rate, OptionalLong.empty())
          .forEach((analysis, value) -> curves.add(analysis.toString(), rate, value));
      listener.done(++now, "figure, rate " + rate);
    }
    Figure figure =
        curves.figure(
            "Epsilon of 100 rounds, epsilon0 = " + Curves.plain(epsilon0),
            Axis.log("check-in rate"));
    List<double[]> printed = new ArrayList<>();
    for (Cell cell : CELLS) {
      if (cell.epsilon0() == epsilon0) {
        cell.printed().forEach(p -> printed.add(new double[] {cell.rate(), Double.parseDouble(p)}));
      }
    }
    return figure.add("printed in the paper", Line.POINTS, Hue.GREY, printed);
  }
}
