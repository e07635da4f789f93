package org.shuffledcheckin.experiments.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PaperValue;
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
  private static final List<String> ANALYSES =
      List.of("baseline", "Approach 1", "Approach 2", "sound bound", "lower bound");

  /** The digits as the paper prints them (truncated), and the count that its baseline fixes. */
  private record Cell(double epsilon0, double rate, long count, List<String> printed) {}

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
      List<Comparison.Row> values =
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

  private static List<Comparison.Row> values(double epsilon0, double rate, OptionalLong count) {
    CheckInRound round =
        new CheckInRound(CLIENTS, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
    return new Comparison(round, DELTA, count).rows(ROUNDS, SoundAccountant.create());
  }

  private static List<String> header() {
    List<String> header = new ArrayList<>(List.of("epsilon0", "rate"));
    ANALYSES.forEach(header::add);
    return header;
  }

  private static List<String> row(Cell cell, List<Comparison.Row> values) {
    List<String> row =
        new ArrayList<>(List.of(Curves.plain(cell.epsilon0()), Double.toString(cell.rate())));
    for (int i = 0; i < values.size(); i++) {
      String printed = i < cell.printed().size() ? " [" + cell.printed().get(i) + "]" : "";
      row.add(Curves.shown(values.get(i).value()) + printed + (refuted(values, i) ? " †" : ""));
    }
    return row;
  }

  private static void record(
      Cell cell, List<Comparison.Row> values, Csv csv, List<Map<String, Object>> summary) {
    for (int i = 0; i < values.size(); i++) {
      String printed = i < cell.printed().size() ? cell.printed().get(i) : null;
      double epsilon = values.get(i).value().epsilon();
      Boolean matches = printed == null ? null : truncated(epsilon, printed).equals(printed);
      csv.row(
          Curves.plain(cell.epsilon0()),
          cell.rate(),
          ANALYSES.get(i),
          values.get(i).value().kind(),
          printed,
          epsilon,
          matches,
          refuted(values, i));
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("epsilon0", cell.epsilon0());
      one.put("checkInRate", cell.rate());
      one.put("analysis", ANALYSES.get(i));
      one.put("kind", values.get(i).value().kind().name());
      one.put("printed", printed);
      one.put("epsilon", epsilon);
      one.put("matchesPrintedDigits", matches);
      one.put("refuted", refuted(values, i));
      summary.add(one);
    }
  }

  /** Cuts to as many digits as are printed. */
  private static String truncated(double epsilon, String printed) {
    return new BigDecimal(epsilon)
        .setScale(new BigDecimal(printed).scale(), RoundingMode.DOWN)
        .toPlainString();
  }

  /** A paper's value below the lower bound cannot be true. */
  private static boolean refuted(List<Comparison.Row> values, int place) {
    return values.get(place).value() instanceof PaperValue paper
        && paper.epsilon() < values.get(values.size() - 1).value().epsilon();
  }

  private Figure figure(double epsilon0, ExperimentListener listener, int done) {
    Curves curves = new Curves();
    int now = done;
    for (double rate : rates()) {
      List<Comparison.Row> values = values(epsilon0, rate, OptionalLong.empty());
      for (int i = 0; i < values.size(); i++) {
        curves.add(ANALYSES.get(i), rate, values.get(i).value());
      }
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
