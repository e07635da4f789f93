package org.shuffledcheckin.experiments.frontier;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
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
 * One of the settings that compete for the frontier.
 *
 * @param model name of the model
 * @param law of the check-in
 * @param rate of the check-in
 * @param noise of a report in units of the clip
 * @param clip of gradients
 * @param steps of the optimiser
 */
record Setting(String model, CheckInLaw law, double rate, double noise, double clip, Steps steps) {
  private static final double USUAL_ROUNDS = 200;
  // Between keeping the way (1) and keeping the noise (1/2) of all steps together; found to do well
  // with the demo's 30 and 200 rounds.
  private static final double STEP_EXPONENT = 0.4;

  /**
   * Steps of the optimiser.
   *
   * @param rate of learning in 200 rounds; fewer rounds take longer steps
   */
  record Steps(Optimizer optimizer, double rate) {
    static Steps momentum(double rate) {
      return new Steps(new Optimizer.Momentum(0.9), rate);
    }
  }

  private static Setting features(CheckInLaw law, double rate, double noise) {
    return new Setting("features", law, rate, noise, 0.5, Steps.momentum(0.2));
  }

  private static Setting poisson(String model, double noise, double clip, Steps steps) {
    return new Setting(model, CheckInLaw.POISSON, 0.1, noise, clip, steps);
  }

  /** The settings of the small version. */
  static List<Setting> few() {
    return List.of(
        features(CheckInLaw.POISSON, 0.1, 1.1),
        features(CheckInLaw.POISSON, 0.1, 0.9),
        features(CheckInLaw.BERNOULLI, 0.1, 3),
        poisson("softmax", 1.1, 0.3, Steps.momentum(3)));
  }

  /**
   * All settings. At equal compute the noise alone decides what Poisson check-ins cost; its levels
   * are just enough, at the usual budget, for the limits 8, 4, 2 and 1, and one more.
   */
  static List<Setting> many() {
    List<Setting> settings = new ArrayList<>();
    for (double rate : new double[] {0.05, 0.1, 0.2}) {
      for (double noise : new double[] {0.68, 0.79, 0.88, 0.96, 1.1}) {
        settings.add(features(CheckInLaw.POISSON, rate, noise));
      }
    }
    settings.add(features(CheckInLaw.POISSON, 0.02, 0.88));
    for (double noise : new double[] {1.51, 2.13, 2.65}) {
      settings.add(features(CheckInLaw.BERNOULLI, 0.05, noise));
    }
    for (double clip : new double[] {0.25, 1}) {
      settings.add(poisson("features", 0.88, clip, Steps.momentum(0.2)));
    }
    settings.add(poisson("features", 0.88, 0.5, new Steps(new Optimizer.Sgd(), 2)));
    settings.add(
        poisson("features", 0.88, 0.5, new Steps(new Optimizer.Adam(0.9, 0.999, 1e-8), 0.02)));
    for (String model : List.of("softmax", "mlp", "cnn")) {
      settings.add(poisson(model, 0.68, 0.3, Steps.momentum(1)));
    }
    return settings;
  }

  /** The run of this setting, of one client for each record, that computes so many gradients. */
  SimulationPlan plan(Dataset records, long gradients, long seed) {
    Population population = Population.allHonest(records.size(), rate, law);
    ModelSpec spec = Models.named(model, records.shape(), records.classes());
    long rounds = Math.max(1, Math.round(gradients / population.expectedReports()));
    double first = steps.rate() * Math.pow(USUAL_ROUNDS / rounds, STEP_EXPONENT);
    return new SimulationPlan(
        population,
        spec,
        GaussianSpec.withSuitableGrid(spec.parameterCount(), clip, noise),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            population.expectedReports(),
            clip,
            new LearningRate(first, LearningRate.Schedule.LINEAR_DECAY, rounds),
            steps.optimizer()),
        new Budget(Double.POSITIVE_INFINITY, 1.0 / records.size()),
        seed);
  }

  /** The series of the figure it belongs to. */
  String group() {
    return model + ", " + law.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "%s, %s rate %s, noise %s, clip %s, %s"
        .formatted(
            model,
            law.name().toLowerCase(Locale.ROOT),
            rate,
            noise,
            clip,
            steps.optimizer().name());
  }
}
