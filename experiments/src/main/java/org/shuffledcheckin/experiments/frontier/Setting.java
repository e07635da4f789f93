package org.shuffledcheckin.experiments.frontier;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.aggregator.config.OptimizerConfig;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.learning.optimizer.LearningRate;

/**
 * One of the settings that compete for the frontier.
 *
 * @param model name of the model
 * @param law of the check-in
 * @param rate of the check-in
 * @param noise of a report in units of the clip
 * @param clip of gradients
 * @param optimizer kind of steps
 * @param rateOfLearning of 200 rounds; fewer rounds take longer steps
 */
record Setting(
    String model,
    CheckInLaw law,
    double rate,
    double noise,
    double clip,
    OptimizerConfig.Kind optimizer,
    double rateOfLearning) {
  private static final double USUAL_ROUNDS = 200;
  // Between keeping the way (1) and keeping the noise (1/2) of all steps together; found to do well
  // with the demo's 30 and 200 rounds.
  private static final double STEP_EXPONENT = 0.4;

  private static Setting features(CheckInLaw law, double rate, double noise) {
    return new Setting("features", law, rate, noise, 0.5, OptimizerConfig.Kind.MOMENTUM, 0.2);
  }

  /** The settings of the small version. */
  static List<Setting> few() {
    return List.of(
        features(CheckInLaw.POISSON, 0.1, 1.1),
        features(CheckInLaw.POISSON, 0.1, 0.9),
        features(CheckInLaw.BERNOULLI, 0.1, 3),
        new Setting(
            "softmax", CheckInLaw.POISSON, 0.1, 1.1, 0.3, OptimizerConfig.Kind.MOMENTUM, 3));
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
      settings.add(
          new Setting(
              "features", CheckInLaw.POISSON, 0.1, 0.88, clip, OptimizerConfig.Kind.MOMENTUM, 0.2));
    }
    settings.add(
        new Setting("features", CheckInLaw.POISSON, 0.1, 0.88, 0.5, OptimizerConfig.Kind.SGD, 2));
    settings.add(
        new Setting(
            "features", CheckInLaw.POISSON, 0.1, 0.88, 0.5, OptimizerConfig.Kind.ADAM, 0.02));
    for (String model : List.of("softmax", "mlp", "cnn")) {
      settings.add(
          new Setting(model, CheckInLaw.POISSON, 0.1, 0.68, 0.3, OptimizerConfig.Kind.MOMENTUM, 1));
    }
    return settings;
  }

  /** The run of this setting that computes about so many gradients. */
  SimulationPlan plan(int clients, long reports, double delta, long seed) {
    long rounds = Math.max(1, Math.round(reports / (clients * rate)));
    return new SimulationPlan(
        clients,
        rate,
        law,
        noise,
        clip,
        model,
        optimizer,
        rateOfLearning * Math.pow(USUAL_ROUNDS / rounds, STEP_EXPONENT),
        LearningRate.Schedule.LINEAR_DECAY,
        true,
        rounds,
        OptionalDouble.empty(),
        delta,
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
            optimizer.name().toLowerCase(Locale.ROOT));
  }
}
