package org.shuffledcheckin.benchmarks.tuning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ProgressListener;
import org.shuffledcheckin.learning.model.FeatureMap;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.GaussianGrid;
import org.shuffledcheckin.report.randomizer.GaussianSpec;

/**
 * Chooses features and training settings on the last sixth of the training data, which the runs
 * that choose never train on, and measures the chosen ones on the test data once. Every run is a
 * simulation of the deployed rounds.
 *
 * <p>Arguments: the data set (mnist), then a folder it lies in if it is not to be looked for, then
 * how many of its records to take if not all.
 */
public final class FeatureTuning {
  private static final double CHECK_IN_RATE = 0.05;
  private static final double MOMENTUM = 0.9;
  private static final double NOISE = 1;
  private static final int ROUNDS = 200;
  private static final List<Long> SEEDS = List.of(1L, 2L);

  private final DataSplit data;
  private final int population;

  private FeatureTuning(DataSplit data) {
    this.data = data;
    this.population = data.train().size();
  }

  /** Training by the features that it is given: what is tuned. */
  private record Settings(int rounds, double noise, double clip, double step) {}

  /** Runs everything; the better part of an hour on 2 cores. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    String name = arguments.length > 0 ? arguments[0] : "mnist";
    Optional<Path> folder =
        arguments.length > 1 ? Optional.of(Path.of(arguments[1])) : Optional.empty();
    DataSplit data = DataSets.resolve(name, DataOptions.ofUser(folder), ProgressListener.NONE);
    System.out.println(data.origin());
    FeatureTuning tuning =
        new FeatureTuning(
            arguments.length > 2 ? first(Integer.parseInt(arguments[2]), data) : data);
    tuning.compareDesigns();
    tuning.compareSettings();
  }

  private static DataSplit first(int records, DataSplit data) {
    return new DataSplit(
        data.train().slice(0, Math.min(records, data.train().size())),
        data.test().slice(0, Math.min(records, data.test().size())),
        data.origin());
  }

  private void compareDesigns() throws InterruptedException {
    System.out.printf(
        "%nDesigns: validation accuracy at sigma %.2f, %d rounds, clip 0.3 of the norm, best of"
            + " three steps%n",
        NOISE, ROUNDS);
    for (TrialFeatures design :
        List.of(
            new TrialFeatures(7, 1, false, 1),
            new TrialFeatures(7, 0.5, false, 1),
            new TrialFeatures(7, 0.5, true, 1),
            new TrialFeatures(7, 0.5, true, 4),
            new TrialFeatures(7, 0.25, true, 4),
            new TrialFeatures(6, 0.25, true, 4),
            new TrialFeatures(5, 0.25, true, 4),
            new TrialFeatures(4, 0.25, true, 4))) {
      Dataset features = design.of(data.train());
      double best = 0;
      for (double step : new double[] {0.35, 0.7, 1.4}) {
        Settings settings = new Settings(ROUNDS, NOISE, 0.3 * design.norm(), step / design.norm());
        best = Math.max(best, validate(settings, features));
      }
      System.out.printf("%-70s %5d features  %.4f%n", design, features.shape().size(), best);
    }
  }

  private void compareSettings() throws InterruptedException {
    Dataset features = FeatureMap.ORIENTED_GRADIENTS_1.apply(data.train());
    Dataset test = FeatureMap.ORIENTED_GRADIENTS_1.apply(data.test());
    System.out.printf("%nSettings of the chosen features%n");
    Settings best = null;
    for (int rounds : new int[] {60, 100, ROUNDS}) {
      best = bestSettings(features, rounds);
      report(best, features, test);
    }
    report(
        new Settings(ROUNDS, GaussianGrid.MIN_NOISE_MULTIPLIER, best.clip(), best.step()),
        features,
        test);
  }

  private void report(Settings settings, Dataset features, Dataset test)
      throws InterruptedException {
    System.out.printf(
        "%3d rounds, sigma %.2f: clip %.2f, step %.3f: validation %.4f, test %.4f%n",
        settings.rounds(),
        settings.noise(),
        settings.clip(),
        settings.step(),
        validate(settings, features),
        accuracy(settings, new DataSplit(features, test, data.origin())));
  }

  private Settings bestSettings(Dataset features, int rounds) throws InterruptedException {
    Settings best = null;
    double accuracy = -1;
    for (double clip : new double[] {0.5, 1, 2}) {
      for (double step : new double[] {0.1, 0.2, 0.3}) {
        Settings candidate = new Settings(rounds, NOISE, clip, step);
        double reached = validate(candidate, features);
        if (reached > accuracy) {
          accuracy = reached;
          best = candidate;
        }
      }
    }
    return best;
  }

  private double validate(Settings settings, Dataset features) throws InterruptedException {
    int kept = population - population / 6;
    return accuracy(
        settings,
        new DataSplit(features.slice(0, kept), features.slice(kept, population), data.origin()));
  }

  /** The mean over the seeds. */
  private double accuracy(Settings settings, DataSplit split) throws InterruptedException {
    double sum = 0;
    for (long seed : SEEDS) {
      sum +=
          new Simulation(
                  plan(settings, split.train(), seed),
                  split,
                  SoundAccountant.create(),
                  Runtime.getRuntime().availableProcessors(),
                  Optional.empty(),
                  Simulation.Watcher.NONE)
              .run(1)
              .last()
              .accuracy();
    }
    return sum / SEEDS.size();
  }

  /** As many check-ins on a part of the records as on all, so that noise stands as in the end. */
  private SimulationPlan plan(Settings settings, Dataset train, long seed) {
    Population all =
        Population.allHonest(
            train.size(), CHECK_IN_RATE * population / train.size(), CheckInLaw.POISSON);
    ModelSpec model = Models.named("softmax", train.shape(), train.classes());
    return new SimulationPlan(
        all,
        model,
        GaussianSpec.withSuitableGrid(model.parameterCount(), settings.clip(), settings.noise()),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            all.expectedReports(),
            settings.clip(),
            new LearningRate(
                settings.step(), LearningRate.Schedule.LINEAR_DECAY, settings.rounds()),
            new Optimizer.Momentum(MOMENTUM)),
        new Budget(Double.POSITIVE_INFINITY, 1.0 / train.size()),
        seed);
  }
}
