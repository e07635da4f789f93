package org.shuffledcheckin.experiments.paper;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.config.OptimizerConfig;
import org.shuffledcheckin.experiments.ExperimentData;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.simulation.RoundCost;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.learning.optimizer.LearningRate;

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

  private static final double CHECK_INS = 60;
  private static final int MEASUREMENTS = 50;
  private static final int QUICK_MEASUREMENTS = 8;

  /** The rounds of a run: as given, or the paper's, or few. */
  public static long rounds(Optional<Long> given, boolean quick, long otherwise) {
    return given.orElse(quick ? QUICK_ROUNDS : otherwise);
  }

  SimulationPlan plan(CheckInLaw law) {
    int clients = data.clients();
    return new SimulationPlan(
        clients,
        Math.min(1, CHECK_INS / clients),
        law,
        0.86,
        0.05,
        "cnn",
        OptimizerConfig.Kind.SGD,
        0.1,
        LearningRate.Schedule.CONSTANT,
        false,
        rounds,
        OptionalDouble.empty(),
        1.0 / clients,
        seed);
  }

  Map<String, Object> configuration(String name) {
    SimulationPlan plan = plan(CheckInLaw.BERNOULLI);
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name);
    values.put("data", data.described());
    values.put("model", plan.model());
    values.put("checkInRate", plan.checkInRate());
    values.put("noiseMultiplier", plan.noiseMultiplier());
    values.put("clip", plan.clip());
    values.put("learningRate", plan.learningRate());
    values.put("rounds", rounds);
    values.put("delta", plan.delta());
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

  /** What a run took, for people. */
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

  /** What a run took, for programs. */
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
