package org.shuffledcheckin.experiments.paper;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
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
import org.shuffledcheckin.experiments.simulation.Measured;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;

/** The paper's figures "exp" and "exp2": test accuracy against epsilon, by every analysis. */
public final class MnistExperiment implements Experiment {
  private final PaperTraining training;
  private final List<CheckInLaw> laws;

  /** Describes the experiment. */
  public MnistExperiment(PaperTraining training, List<CheckInLaw> laws) {
    this.training = training;
    this.laws = laws;
  }

  @Override
  public String name() {
    return "mnist";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = training.configuration(name());
    values.put("checkInLaws", laws.stream().map(Enum::name).toList());
    return values;
  }

  /** A measurement with all its epsilons. */
  private record Row(Measured measured, Map<Analysis, PrivacyValue> values) {
    double epsilon(Analysis analysis) {
      return values.get(analysis).epsilon();
    }
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener)
      throws InterruptedException {
    Map<CheckInLaw, List<Row>> runs = new LinkedHashMap<>();
    Map<String, Object> summary = new LinkedHashMap<>();
    List<List<String>> pages = new ArrayList<>();
    for (CheckInLaw law : laws) {
      Simulation.Result result = training.train(law, folder, listener);
      List<Row> rows = account(training.plan(law), result.measured(), listener);
      runs.put(law, rows);
      Row last = rows.get(rows.size() - 1);
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("accuracy", last.measured().accuracy());
      run.put("soundEpsilon", last.epsilon(Analysis.SOUND));
      run.put("lowerBoundEpsilon", last.epsilon(Analysis.LOWER));
      run.put("speed", PaperTraining.speed(result));
      summary.put(law.name().toLowerCase(Locale.ROOT), run);
      pages.add(List.of(law.name().toLowerCase(Locale.ROOT), PaperTraining.pace(result)));
    }
    folder.write(name(), csv(runs));
    Figure figure = figure(runs);
    Figure rounds = rounds(runs);
    folder.write(name(), figure);
    folder.write(name() + "-rounds", rounds);
    folder.write(page(figure, rounds, runs, pages));
    return summary;
  }

  private static List<Row> account(
      SimulationPlan plan, List<Measured> measured, ExperimentListener listener) {
    SoundAccountant accountant = SoundAccountant.create();
    Comparison comparison =
        new Comparison(plan.charge(), plan.budget().delta(), OptionalLong.empty());
    List<Row> rows = new ArrayList<>();
    listener.begin("epsilon", measured.size());
    for (Measured one : measured) {
      if (one.round() > 0) {
        rows.add(new Row(one, Analysis.compare(comparison, one.round(), accountant)));
      }
      listener.done(rows.size(), "of round " + one.round());
    }
    return rows;
  }

  /** The paper's values as if replacing a record moved a report by one clip only. */
  private static Map<Analysis, PrivacyValue> halved(SimulationPlan plan) {
    CheckInRound round =
        plan.population()
            .charge(
                new LocalGuarantee.Gaussian(
                    LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY * PaperTraining.NOISE));
    return Analysis.compare(
        new Comparison(round, plan.budget().delta(), OptionalLong.empty()),
        plan.rounds(),
        SoundAccountant.create());
  }

  private static Csv csv(Map<CheckInLaw, List<Row>> runs) {
    Csv csv =
        new Csv(
            "check_in_law",
            "round",
            "accuracy",
            "loss",
            "sound_bound",
            "lower_bound",
            "paper_baseline",
            "paper_approach_1",
            "paper_approach_2");
    runs.forEach(
        (law, rows) ->
            rows.forEach(
                row -> {
                  // The paper knows no Poisson check-in.
                  boolean paper = law == CheckInLaw.BERNOULLI;
                  csv.row(
                      law.name().toLowerCase(Locale.ROOT),
                      row.measured().round(),
                      row.measured().accuracy(),
                      row.measured().loss(),
                      row.epsilon(Analysis.SOUND),
                      row.epsilon(Analysis.LOWER),
                      paper ? row.epsilon(Analysis.BASELINE) : null,
                      paper ? row.epsilon(Analysis.APPROACH_1) : null,
                      paper ? row.epsilon(Analysis.APPROACH_2) : null);
                }));
    return csv;
  }

  private Figure figure(Map<CheckInLaw, List<Row>> runs) {
    Figure figure =
        new Figure(
            "Test accuracy against epsilon, " + training.data().name(),
            Axis.log("epsilon"),
            Axis.linear("test accuracy"));
    for (Map.Entry<CheckInLaw, List<Row>> run : runs.entrySet()) {
      boolean poisson = run.getKey() == CheckInLaw.POISSON;
      String law = poisson ? "Poisson" : "Bernoulli";
      figure.add(
          "sound, " + law + " (UPPER_BOUND)",
          Line.SOLID,
          poisson ? Hue.TEAL : Hue.BLUE,
          points(run.getValue(), Analysis.SOUND));
      figure.add(
          "lower bound, " + law + " (LOWER_BOUND)",
          Line.DASHED,
          poisson ? Hue.PURPLE : Hue.ORANGE,
          points(run.getValue(), Analysis.LOWER));
      if (!poisson) {
        Iterator<Hue> hues = List.of(Hue.GREY, Hue.PURPLE, Hue.TEAL).iterator();
        for (Analysis analysis : Analysis.PAPERS) {
          figure.add(
              analysis + " (PAPER)", Line.DOTTED, hues.next(), points(run.getValue(), analysis));
        }
      }
    }
    return figure;
  }

  private static List<double[]> points(List<Row> rows, Analysis analysis) {
    return rows.stream()
        .map(row -> new double[] {row.epsilon(analysis), row.measured().accuracy()})
        .toList();
  }

  private Figure rounds(Map<CheckInLaw, List<Row>> runs) {
    Figure figure =
        new Figure(
            "Test accuracy over rounds, " + training.data().name(),
            Axis.linear("round"),
            Axis.linear("test accuracy"));
    runs.forEach(
        (law, rows) ->
            figure.add(
                law == CheckInLaw.POISSON ? "Poisson check-in" : "Bernoulli check-in",
                Line.SOLID,
                law == CheckInLaw.POISSON ? Hue.TEAL : Hue.BLUE,
                rows.stream()
                    .map(row -> new double[] {row.measured().round(), row.measured().accuracy()})
                    .toList()));
    return figure;
  }

  private HtmlPage page(
      Figure figure, Figure rounds, Map<CheckInLaw, List<Row>> runs, List<List<String>> pace) {
    HtmlPage page =
        new HtmlPage("Accuracy against epsilon, " + training.data().name())
            .paragraph(
                "The paper's network (26,010 parameters on 28x28 images), trained by simulated"
                    + " rounds with the classes that are deployed. Epsilon is at delta = 1/n. Solid"
                    + " is proven from above, dashed proven from below, dotted what the paper's"
                    + " analyses give, which is no guarantee. Infinite values are left out.")
            .figure(figure, "Test accuracy against epsilon, by analysis.")
            .figure(rounds, "Test accuracy over rounds.")
            .heading("After the last round");
    List<List<String>> rows = new ArrayList<>();
    runs.forEach(
        (law, all) -> {
          Row last = all.get(all.size() - 1);
          Map<Analysis, PrivacyValue> halved = halved(training.plan(law));
          last.values()
              .forEach(
                  (analysis, value) -> {
                    if (law == CheckInLaw.BERNOULLI || !analysis.isPapers()) {
                      rows.add(
                          List.of(
                              law.name().toLowerCase(Locale.ROOT),
                              analysis.toString(),
                              value.kind().name(),
                              Curves.shown(value),
                              analysis.isPapers() ? Curves.shown(halved.get(analysis)) : "–"));
                    }
                  });
        });
    return page.table(
            List.of("check-in", "analysis", "kind", "epsilon", "with sensitivity C"), rows)
        .heading("What it took")
        .table(List.of("check-in", "pace"), pace);
  }
}
