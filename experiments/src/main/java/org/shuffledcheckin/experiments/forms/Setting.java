package org.shuffledcheckin.experiments.forms;

import java.util.List;
import java.util.Locale;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;

/**
 * How one model is trained in one form; found on records of the training data that were set aside.
 *
 * @param model its name
 * @param form who sees what
 * @param rounds of training
 * @param clip of gradients
 * @param optimizer of the steps
 * @param rate of learning, in units of the clip, falling to 0 in a line
 */
record Setting(
    String model, Form form, long rounds, double clip, Optimizer optimizer, double rate) {
  static final double CHECK_IN_RATE = 0.05;

  private static final Optimizer MOMENTUM = new Optimizer.Momentum(0.9);
  private static final Optimizer ADAM = new Optimizer.Adam(0.9, 0.999, 1e-8);
  private static final long ROUNDS = 200;
  private static final long CNN_ROUNDS = 100;

  /** All of them. */
  static List<Setting> all() {
    return List.of(
        new Setting("features", Form.DISTRIBUTED, ROUNDS, 0.3, ADAM, 0.1),
        new Setting("features", Form.SHUFFLED, ROUNDS, 0.5, MOMENTUM, 0.3),
        new Setting("features", Form.CENTRAL, ROUNDS, 0.3, ADAM, 0.1),
        new Setting("cnn", Form.DISTRIBUTED, CNN_ROUNDS, 0.3, MOMENTUM, 1),
        new Setting("cnn", Form.SHUFFLED, CNN_ROUNDS, 0.3, MOMENTUM, 0.15),
        new Setting("cnn", Form.CENTRAL, CNN_ROUNDS, 0.3, MOMENTUM, 1));
  }

  /** The same in fewer rounds. */
  Setting during(long fewer) {
    return new Setting(model, form, fewer, clip, optimizer, rate);
  }

  ModelSpec spec(Dataset records) {
    return Models.named(model, records.shape(), records.classes());
  }

  /** The run with noise that was found, of one client for each record. */
  SimulationPlan plan(Dataset records, Noise noise, long seed) {
    return new SimulationPlan(
        noise.population(),
        spec(records),
        new SimulationPlan.Reports(noise.randomizer(), SumRule.ample(noise.population())),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            noise.population().expectedReports(),
            clip,
            new LearningRate(rate, LearningRate.Schedule.LINEAR_DECAY, rounds),
            optimizer),
        new Budget(Double.POSITIVE_INFINITY, noise.cost().delta()),
        seed);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, %s, %d rounds, clip %s, %s %s",
        model,
        form,
        rounds,
        clip,
        optimizer.name(),
        rate);
  }
}
