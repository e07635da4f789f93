package org.shuffledcheckin.benchmarks.tuning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ProgressListener;
import org.shuffledcheckin.learning.model.FeatureMap;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/**
 * Chooses features and training settings on the last sixth of the training data, which the runs
 * that choose never train on, and measures the chosen ones on the test data once.
 *
 * <p>Arguments: the data set (mnist), then a folder it lies in if it is not to be looked for.
 */
public final class FeatureTuning {
  private static final double CHECK_IN_RATE = 0.05;
  private static final double MOMENTUM = 0.9;
  private static final double NOISE = 1;
  private static final int ROUNDS = 200;
  private static final long[] SEEDS = {1, 2};

  private final DataSplit data;
  private final int population;
  private final int held;

  private FeatureTuning(DataSplit data) {
    this.data = data;
    this.population = data.train().size();
    this.held = population / 6;
  }

  /** Runs everything; some minutes. */
  public static void main(String[] arguments) throws IOException {
    String name = arguments.length > 0 ? arguments[0] : "mnist";
    Optional<Path> folder =
        arguments.length > 1 ? Optional.of(Path.of(arguments[1])) : Optional.empty();
    DataSplit data = DataSets.resolve(name, DataOptions.ofUser(folder), ProgressListener.NONE);
    System.out.println(data.origin());
    FeatureTuning tuning = new FeatureTuning(data);
    tuning.compareDesigns();
    tuning.compareSettings();
  }

  private void compareDesigns() {
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
        PrivateTraining training =
            training(ROUNDS, NOISE, 0.3 * design.norm(), step / design.norm());
        best = Math.max(best, validate(training, features));
      }
      System.out.printf("%-70s %5d features  %.4f%n", design, features.shape().size(), best);
    }
  }

  private void compareSettings() {
    Dataset features = FeatureMap.ORIENTED_GRADIENTS_1.apply(data.train());
    Dataset test = FeatureMap.ORIENTED_GRADIENTS_1.apply(data.test());
    System.out.printf("%nSettings of the chosen features%n");
    PrivateTraining best = null;
    for (int rounds : new int[] {60, 100, ROUNDS}) {
      best = bestSetting(features, rounds);
      report(best, features, test);
    }
    report(training(ROUNDS, 0, best.clip(), best.step()), features, test);
  }

  private void report(PrivateTraining training, Dataset features, Dataset test) {
    System.out.printf(
        "%3d rounds, sigma %.2f: clip %.2f, step %.3f: validation %.4f, test %.4f%n",
        training.rounds(),
        training.noiseMultiplier(),
        training.clip(),
        training.step(),
        validate(training, features),
        mean(training, features, test));
  }

  private PrivateTraining bestSetting(Dataset features, int rounds) {
    PrivateTraining best = null;
    double accuracy = -1;
    for (double clip : new double[] {0.5, 1, 2}) {
      for (double step : new double[] {0.1, 0.2, 0.3}) {
        PrivateTraining candidate = training(rounds, NOISE, clip, step);
        double reached = validate(candidate, features);
        if (reached > accuracy) {
          accuracy = reached;
          best = candidate;
        }
      }
    }
    return best;
  }

  private PrivateTraining training(int rounds, double noise, double clip, double step) {
    return new PrivateTraining(population, CHECK_IN_RATE, rounds, noise, clip, step, MOMENTUM);
  }

  private double validate(PrivateTraining training, Dataset features) {
    int kept = features.size() - held;
    return mean(training, features.slice(0, kept), features.slice(kept, features.size()));
  }

  private static double mean(PrivateTraining training, Dataset train, Dataset test) {
    ModelSpec model = Models.named("softmax", train.shape(), train.classes());
    double sum = 0;
    for (long seed : SEEDS) {
      sum += training.run(model, train, test, seed).accuracy();
    }
    return sum / SEEDS.length;
  }
}
