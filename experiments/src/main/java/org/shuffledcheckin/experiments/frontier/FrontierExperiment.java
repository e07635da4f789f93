package org.shuffledcheckin.experiments.frontier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentData;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.Curves;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;
import org.shuffledcheckin.experiments.figure.HtmlPage;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.gradient.GradientEngines;

/**
 * Accuracy against proven epsilon for many settings with the same compute budget. The best setting
 * under each limit is chosen on records set aside from training, and its accuracy is that on the
 * test records, which had no part in the choice.
 */
public final class FrontierExperiment implements Experiment {
  private static final List<Double> LIMITS = List.of(1.0, 2.0, 4.0, 8.0);
  private static final List<Hue> HUES =
      List.of(Hue.BLUE, Hue.ORANGE, Hue.PURPLE, Hue.TEAL, Hue.GREY);

  private final ExperimentData data;
  private final List<Setting> settings;
  private final long budget;
  private final long seed;
  private final int threads;

  /** Describes the experiment. */
  public FrontierExperiment(
      ExperimentData data, boolean quick, long budget, long seed, int threads) {
    this.data = data;
    this.settings = quick ? Setting.few() : Setting.many();
    this.budget = budget;
    this.seed = seed;
    this.threads = threads;
  }

  /** The gradients of each setting where no number is given. */
  public static long budget(boolean quick) {
    return quick ? 15_000 : 540_000;
  }

  @Override
  public String name() {
    return "frontier";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name());
    values.put("data", data.described());
    values.put("validationRecords", validationRecords());
    values.put("gradientsPerSetting", budget);
    values.put("settings", settings.stream().map(Setting::toString).toList());
    values.put("seed", seed);
    return values;
  }

  private int validationRecords() {
    return data.clients() / 10;
  }

  private record Outcome(
      Setting setting, SimulationPlan plan, UpperBound cost, double validation, double test) {}

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener)
      throws InterruptedException {
    DataSplit split =
        data.withValidation(validationRecords())
            .orElseThrow(() -> new IllegalArgumentException("too few records to set any aside"));
    List<Outcome> outcomes = new ArrayList<>();
    listener.begin("setting", settings.size());
    for (Setting setting : settings) {
      outcomes.add(outcome(setting, split, folder, outcomes.size()));
      Outcome newest = outcomes.get(outcomes.size() - 1);
      listener.done(
          outcomes.size(),
          "%s: accuracy %s at epsilon %s"
              .formatted(setting, percent(newest.test()), Curves.shown(newest.cost())));
    }
    folder.write(name(), csv(outcomes));
    Figure figure = figure(outcomes);
    folder.write(name(), figure);
    folder.write(page(outcomes, figure));
    return summary(outcomes);
  }

  private Outcome outcome(Setting setting, DataSplit split, ResultsFolder folder, int number)
      throws InterruptedException {
    SimulationPlan plan = setting.plan(split.train(), budget, seed);
    Simulation.Result result =
        new Simulation(
                plan,
                split,
                SoundAccountant.create(),
                threads,
                Optional.of(folder.file("checkpoint-" + number + ".bin")),
                Simulation.Watcher.NONE)
            .run(1);
    double test =
        GradientEngines.forModel(plan.model())
            .evaluate(result.model().parameters(), data.split().test())
            .accuracy();
    UpperBound cost =
        SoundAccountant.create()
            .compose(plan.charge(), plan.rounds())
            .epsilon(plan.budget().delta());
    return new Outcome(setting, plan, cost, result.last().accuracy(), test);
  }

  private static Optional<Outcome> best(List<Outcome> outcomes, double limit) {
    return outcomes.stream()
        .filter(outcome -> outcome.cost().epsilon() <= limit)
        .max(Comparator.comparingDouble(Outcome::validation));
  }

  private static Csv csv(List<Outcome> outcomes) {
    Csv csv =
        new Csv(
            "model",
            "check_in_law",
            "check_in_rate",
            "noise_multiplier",
            "clip",
            "optimizer",
            "learning_rate",
            "rounds",
            "epsilon_upper_bound",
            "delta",
            "validation_accuracy",
            "test_accuracy");
    for (Outcome outcome : outcomes) {
      csv.row(
          outcome.setting().model(),
          outcome.setting().law().name().toLowerCase(Locale.ROOT),
          outcome.setting().rate(),
          outcome.setting().noise(),
          outcome.setting().clip(),
          outcome.setting().steps().optimizer().name(),
          outcome.plan().steps().rate().initial(),
          outcome.plan().rounds(),
          outcome.cost().epsilon(),
          outcome.cost().delta(),
          outcome.validation(),
          outcome.test());
    }
    return csv;
  }

  private Figure figure(List<Outcome> outcomes) {
    Figure figure =
        new Figure(
            "Accuracy against proven epsilon, " + data.name(),
            Axis.log("epsilon (UPPER_BOUND)"),
            Axis.linear("test accuracy"));
    List<String> groups =
        outcomes.stream().map(outcome -> outcome.setting().group()).distinct().toList();
    for (int i = 0; i < groups.size(); i++) {
      String group = groups.get(i);
      figure.add(
          group,
          Line.POINTS,
          HUES.get(i % HUES.size()),
          outcomes.stream()
              .filter(outcome -> outcome.setting().group().equals(group))
              .map(outcome -> new double[] {outcome.cost().epsilon(), outcome.test()})
              .toList());
    }
    return figure;
  }

  private HtmlPage page(List<Outcome> outcomes, Figure figure) {
    List<List<String>> winners = new ArrayList<>();
    for (double limit : LIMITS) {
      winners.add(
          best(outcomes, limit)
              .map(
                  won ->
                      List.of(
                          "ε ≤ " + Curves.plain(limit),
                          won.setting() + ", " + won.plan().rounds() + " rounds",
                          Curves.shown(won.cost()),
                          percent(won.test())))
              .orElse(List.of("ε ≤ " + Curves.plain(limit), "none", "–", "–")));
    }
    List<List<String>> all =
        outcomes.stream()
            .map(
                outcome ->
                    List.of(
                        outcome.setting().toString(),
                        Long.toString(outcome.plan().rounds()),
                        Curves.shown(outcome.cost()),
                        percent(outcome.validation()),
                        percent(outcome.test())))
            .toList();
    return new HtmlPage("Accuracy against proven epsilon")
        .paragraph(
            "Every setting computes about %,d gradients; epsilon is proven, at delta = 1/n. Chosen on %,d records set aside from training, measured on the test records. One seed."
                .formatted(budget, validationRecords()))
        .figure(figure, "Test accuracy against proven epsilon; one point for each setting.")
        .heading("The best that was found")
        .table(List.of("limit", "setting", "epsilon", "test accuracy"), winners)
        .heading("All settings")
        .table(
            List.of("setting", "rounds", "epsilon", "validation accuracy", "test accuracy"), all);
  }

  private Map<String, Object> summary(List<Outcome> outcomes) {
    Map<String, Object> winners = new LinkedHashMap<>();
    for (double limit : LIMITS) {
      best(outcomes, limit)
          .ifPresent(
              won ->
                  winners.put(
                      "epsilon <= " + Curves.plain(limit),
                      Map.of(
                          "setting",
                          won.setting().toString(),
                          "rounds",
                          won.plan().rounds(),
                          "epsilon",
                          won.cost().epsilon(),
                          "testAccuracy",
                          won.test())));
    }
    return Map.of("gradientsPerSetting", budget, "best", winners);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }
}
