package org.shuffledcheckin.experiments.paper;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.experiments.ExperimentData;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.simulation.RoundCost;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.GaussianSpec;

/**
 * The training of the paper's figures: the CNN, one record a client, about 60 check-ins a round,
 * noise 0.86, clip 0.05, learning rate 0.1 on the average gradient.
 *
 * @param data the records
 * @param rounds of training
 * @param seed of everything random
 * @param threads that compute
 */
public record PaperTraining(ExperimentData data, long rounds, long seed, int threads) {
  /** The paper's 100 epochs. */
  public static final long FULL_ROUNDS = 100_000;

  private static final long QUICK_ROUNDS = 200;

  /** Noise of a report in units of the clip. */
  static final double NOISE = 0.86;

  private static final String MODEL = "cnn";
  private static final double CLIP = 0.05;
  private static final double LEARNING_RATE = 0.1;
  private static final double CHECK_INS = 60;
  private static final int MEASUREMENTS = 50;
  private static final int QUICK_MEASUREMENTS = 8;

  /** The rounds of a run: as given, or the paper's, or few. */
  public static long rounds(Optional<Long> given, boolean quick, long otherwise) {
    return given.orElse(quick ? QUICK_ROUNDS : otherwise);
  }

  SimulationPlan plan(CheckInLaw law) {
    Dataset records = data.split().train();
    Population population = Population.allHonest(data.clients(), checkInRate(), law);
    ModelSpec model = Models.named(MODEL, records.shape(), records.classes());
    return new SimulationPlan(
        population,
        model,
        GaussianSpec.withSuitableGrid(model.parameterCount(), CLIP, NOISE),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            population.expectedReports(),
            1,
            new LearningRate(LEARNING_RATE, LearningRate.Schedule.CONSTANT, rounds),
            new Optimizer.Sgd()),
        new Budget(Double.POSITIVE_INFINITY, delta()),
        seed);
  }

  /** At which epsilon is stated. */
  double delta() {
    return 1.0 / data.clients();
  }

  private double checkInRate() {
    return Math.min(1, CHECK_INS / data.clients());
  }

  Map<String, Object> configuration(String name) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name);
    values.put("data", data.described());
    values.put("model", MODEL);
    values.put("checkInRate", checkInRate());
    values.put("noiseMultiplier", NOISE);
    values.put("clip", CLIP);
    values.put("learningRate", LEARNING_RATE);
    values.put("rounds", rounds);
    values.put("delta", delta());
    values.put("seed", seed);
    return values;
  }

  /** Trains, going on from the folder's checkpoint if there is one. */
  Simulation.Result train(CheckInLaw law, ResultsFolder folder, ExperimentListener listener)
      throws InterruptedException {
    String name = law.name().toLowerCase(Locale.ROOT);
    Path checkpoint = folder.file("checkpoint-" + name + ".bin");
    listener.note(
        "Training with "
            + name
            + " check-ins; stopped by Ctrl-C, the same command goes on from the last checkpoint.");
    listener.begin("round", rounds);
    Simulation.Result result =
        new Simulation(
                plan(law),
                data.split(),
                SoundAccountant.create(),
                threads,
                Optional.of(checkpoint),
                (round, all, newest) ->
                    listener.done(
                        round,
                        newest
                            .map(
                                m ->
                                    String.format(
                                        Locale.ROOT, "accuracy %.2f %%", 100 * m.accuracy()))
                            .orElse("")))
            .run(rounds > QUICK_ROUNDS ? MEASUREMENTS : QUICK_MEASUREMENTS);
    listener.note(pace(result));
    return result;
  }

  /** What a run took, in one line. */
  static String pace(Simulation.Result result) {
    RoundCost cost = result.cost();
    return String.format(
        Locale.ROOT,
        "%,d rounds, %,d reports, accuracy %.2f %%: %.0f s, %.0f gradients/s, %.1f rounds/s;"
            + " processor %.0f s, that is %.0f µs a report",
        cost.rounds(),
        cost.reports(),
        100 * result.last().accuracy(),
        result.seconds(),
        cost.reports() / result.seconds(),
        cost.rounds() / result.seconds(),
        cost.cpu().total() / 1e9,
        cost.cpu().total() / 1e3 / Math.max(1, cost.reports()));
  }

  /** What a run took, by name. */
  static Map<String, Object> speed(Simulation.Result result) {
    RoundCost cost = result.cost();
    double reports = Math.max(1, cost.reports());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("rounds", cost.rounds());
    values.put("gradients", cost.reports());
    values.put("refusedReports", cost.refused());
    values.put("wallSeconds", result.seconds());
    values.put("gradientsPerSecond", cost.reports() / result.seconds());
    values.put("roundsPerSecond", cost.rounds() / result.seconds());
    values.put("processorSeconds", cost.cpu().total() / 1e9);
    values.put("gradientsPerProcessorSecond", reports / (cost.cpu().total() / 1e9));
    values.put("processorMicrosPerReport", cost.cpu().total() / 1e3 / reports);
    values.put("reportMicrosPerReport", cost.cpu().reporting() / 1e3 / reports);
    values.put("sumMicrosPerReport", cost.cpu().summing() / 1e3 / reports);
    values.put("drawMicrosPerRound", cost.cpu().drawing() / 1e3 / Math.max(1, cost.rounds()));
    values.put("updateMicrosPerRound", cost.cpu().updating() / 1e3 / Math.max(1, cost.rounds()));
    return values;
  }
}
