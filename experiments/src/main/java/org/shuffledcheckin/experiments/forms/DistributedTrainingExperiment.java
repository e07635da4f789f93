package org.shuffledcheckin.experiments.forms;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
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
import org.shuffledcheckin.learning.data.Dataset;

/**
 * Test accuracy at equal proven epsilon where an aggregator sees sums, where it sees shuffled
 * reports, and where it is trusted with everything. The accountant chooses the noise of each.
 */
public final class DistributedTrainingExperiment implements Experiment {
  /** The models that are trained. */
  public static final List<String> MODELS = List.of("features", "cnn");

  private static final long QUICK_ROUNDS = 8;
  private static final Map<Form, Hue> HUES =
      Map.of(Form.DISTRIBUTED, Hue.BLUE, Form.SHUFFLED, Hue.ORANGE, Form.CENTRAL, Hue.GREY);

  private final ExperimentData data;
  private final boolean quick;
  private final Grid grid;
  private final long seed;
  private final int threads;

  /**
   * What is trained, within which limits and how often.
   *
   * @param models some of {@link #MODELS}
   * @param epsilons what a run may cost
   * @param seeds how many runs of each setting there are; otherwise as many as the model affords
   */
  public record Grid(List<String> models, List<Double> epsilons, OptionalInt seeds) {
    /** Validates the names and numbers. */
    public Grid {
      models = List.copyOf(models);
      epsilons = List.copyOf(epsilons);
      for (String model : models) {
        if (!MODELS.contains(model)) {
          throw new IllegalArgumentException("model must be one of " + MODELS + ", got " + model);
        }
      }
      epsilons.forEach(epsilon -> Arguments.requirePositive("epsilon", epsilon));
      seeds.ifPresent(count -> Arguments.requireBetween("seeds", count, 1, 100));
    }

    /** The whole, or a small part of it. */
    public static Grid usual(boolean quick) {
      return new Grid(
          MODELS, quick ? List.of(1.0) : List.of(0.5, 1.0, 2.0, 4.0), OptionalInt.empty());
    }
  }

  /**
   * Describes the experiment.
   *
   * @param quick whether a few rounds and one seed will do
   * @param seed the first of the seeds
   */
  public DistributedTrainingExperiment(
      ExperimentData data, boolean quick, Grid grid, long seed, int threads) {
    this.data = data;
    this.quick = quick;
    this.grid = grid;
    this.seed = seed;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "distributed-training";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name());
    values.put("data", data.described());
    values.put("checkInRate", Setting.CHECK_IN_RATE);
    values.put("delta", delta());
    values.put("epsilons", grid.epsilons());
    values.put("settings", settings().stream().map(Setting::toString).toList());
    values.put("seeds", grid.models().stream().map(model -> model + ": " + seeds(model)).toList());
    values.put("seed", seed);
    return values;
  }

  private double delta() {
    return 1.0 / data.clients();
  }

  private List<Setting> settings() {
    return Setting.all().stream()
        .filter(setting -> grid.models().contains(setting.model()))
        .map(setting -> quick ? setting.during(QUICK_ROUNDS) : setting)
        .toList();
  }

  /** A run of the network takes minutes, one of the features seconds. */
  private int seeds(String model) {
    return grid.seeds().orElse(quick || model.equals("cnn") ? 1 : 3);
  }

  /** What the runs of one setting at one limit gave, one for each seed. */
  private record Outcome(Setting setting, double limit, Noise noise, List<Double> accuracies) {
    double mean() {
      return accuracies.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    boolean isOf(String model, Form form) {
      return setting.model().equals(model) && setting.form() == form;
    }
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener)
      throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    List<Setting> settings = settings();
    listener.begin("setting", (long) settings.size() * grid.epsilons().size());
    for (Setting setting : settings) {
      for (double limit : grid.epsilons()) {
        Outcome outcome = outcome(setting, limit, folder);
        outcomes.add(outcome);
        listener.done(
            outcomes.size(),
            "%s, %s: accuracy %s at epsilon %s"
                .formatted(
                    setting.model(),
                    setting.form(),
                    percent(outcome.mean()),
                    Curves.shown(outcome.noise().cost())));
      }
    }
    folder.write(name(), csv(outcomes));
    folder.write(page(outcomes, folder));
    return Map.of("runs", outcomes.stream().map(DistributedTrainingExperiment::summary).toList());
  }

  private Outcome outcome(Setting setting, double limit, ResultsFolder folder)
      throws InterruptedException {
    Dataset records = data.split().train();
    Noise noise = Noise.least(setting, records, new Budget(limit, delta()));
    List<Double> accuracies = new ArrayList<>();
    for (long run = seed; run < seed + seeds(setting.model()); run++) {
      SimulationPlan plan = setting.plan(records, noise, run);
      String checkpoint =
          "checkpoint-%s-%s-%s-%d.bin"
              .formatted(
                  setting.model(),
                  setting.form().name().toLowerCase(Locale.ROOT),
                  Curves.plain(limit),
                  run);
      Simulation.Result result =
          new Simulation(
                  plan,
                  data.split(),
                  SoundAccountant.create(),
                  threads,
                  Optional.of(folder.file(checkpoint)),
                  Simulation.Watcher.NONE)
              .run(4);
      accuracies.add(result.last().accuracy());
    }
    return new Outcome(setting, limit, noise, accuracies);
  }

  private Csv csv(List<Outcome> outcomes) {
    Csv csv =
        new Csv(
            "model",
            "form",
            "check_in_law",
            "rounds",
            "clip",
            "optimizer",
            "learning_rate",
            "epsilon_limit",
            "epsilon_upper_bound",
            "delta",
            "method",
            "noise_multiplier",
            "seed",
            "test_accuracy");
    for (Outcome outcome : outcomes) {
      Setting setting = outcome.setting();
      for (int i = 0; i < outcome.accuracies().size(); i++) {
        csv.row(
            setting.model(),
            setting.form(),
            law(outcome),
            setting.rounds(),
            setting.clip(),
            setting.optimizer().name(),
            setting.rate(),
            outcome.limit(),
            outcome.noise().cost().epsilon(),
            outcome.noise().cost().delta(),
            outcome.noise().cost().method(),
            outcome.noise().multiplier(),
            seed + i,
            outcome.accuracies().get(i));
      }
    }
    return csv;
  }

  private HtmlPage page(List<Outcome> outcomes, ResultsFolder folder) {
    HtmlPage page =
        new HtmlPage("What is seen, and what it costs: training at equal epsilon")
            .paragraph(
                "Test accuracy at the same proven epsilon against the aggregator, delta = 1/n, and"
                    + " the same check-in rate. With distributed check-in it sees the sum of a"
                    + " round's reports, with shuffled check-in every report but not whose it is;"
                    + " the server of central DP-SGD is trusted with every gradient. The noise of"
                    + " each is the least that the accountant allows.")
            .paragraph(
                "A single report of distributed check-in has next to no noise: shuffler and"
                    + " aggregator together see through it. With shuffled check-in a report keeps"
                    + " its own.");
    for (String model : grid.models()) {
      Figure figure = figure(model, outcomes);
      folder.write(name() + "-" + model, figure);
      page.figure(figure, "Test accuracy against epsilon, mean over seeds: " + model + ".");
    }
    return page.table(
        List.of("setting", "check-in", "noise of a report", "epsilon", "mean", "each seed"),
        outcomes.stream().map(DistributedTrainingExperiment::row).toList());
  }

  private Figure figure(String model, List<Outcome> outcomes) {
    Figure figure =
        new Figure(
            "Accuracy at equal epsilon, %s, %s".formatted(model, data.name()),
            Axis.log("epsilon (UPPER_BOUND)"),
            Axis.linear("test accuracy"));
    for (Form form : Form.values()) {
      figure.add(
          form.toString(),
          grid.epsilons().size() > 1 ? Line.SOLID : Line.POINTS,
          HUES.get(form),
          outcomes.stream()
              .filter(outcome -> outcome.isOf(model, form))
              .map(outcome -> new double[] {outcome.noise().cost().epsilon(), outcome.mean()})
              .toList());
    }
    return figure;
  }

  private static List<String> row(Outcome outcome) {
    return List.of(
        outcome.setting().toString(),
        law(outcome),
        String.format(Locale.ROOT, "%.4g", outcome.noise().multiplier()),
        Curves.shown(outcome.noise().cost()),
        percent(outcome.mean()),
        String.join(
            ", ",
            outcome.accuracies().stream().map(DistributedTrainingExperiment::percent).toList()));
  }

  private static Map<String, Object> summary(Outcome outcome) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("model", outcome.setting().model());
    values.put("form", outcome.setting().form().toString());
    values.put("checkInLaw", law(outcome));
    values.put("epsilon", outcome.noise().cost().epsilon());
    values.put("noiseMultiplier", outcome.noise().multiplier());
    values.put("accuracies", outcome.accuracies());
    return values;
  }

  private static String law(Outcome outcome) {
    return outcome.noise().population().law().name().toLowerCase(Locale.ROOT);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }
}
