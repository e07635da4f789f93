package org.shuffledcheckin.experiments.simulation;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.aggregator.config.OptimizerConfig;
import org.shuffledcheckin.aggregator.model.TrainingTask;
import org.shuffledcheckin.aggregator.round.RoundsPlan;
import org.shuffledcheckin.aggregator.round.RunPlan;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.GaussianSpec;

/**
 * Everything that decides what a simulated run does; two runs of one plan on the same records give
 * the same model to the last bit.
 *
 * @param clients one record each
 * @param checkInRate of every client in every round
 * @param law of the draw
 * @param noiseMultiplier of every report, in units of the clip
 * @param clip of gradients
 * @param model name of one of learning-lib's models
 * @param optimizer kind of steps
 * @param learningRate in the first round
 * @param schedule how it goes on
 * @param inUnitsOfClip whether the average gradient is divided by the clip
 * @param rounds of training
 * @param epsilonLimit what the run may cost; the gate ends it before. Nothing: no gate is asked
 * @param delta at which epsilon is stated
 * @param seed of the first model, the draws and the noise
 */
public record SimulationPlan(
    int clients,
    double checkInRate,
    CheckInLaw law,
    double noiseMultiplier,
    double clip,
    String model,
    OptimizerConfig.Kind optimizer,
    double learningRate,
    LearningRate.Schedule schedule,
    boolean inUnitsOfClip,
    long rounds,
    OptionalDouble epsilonLimit,
    double delta,
    long seed) {
  private static final double MOMENTUM = 0.9;

  /** Validates what the parts made of it do not. */
  public SimulationPlan {
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(optimizer, "optimizer");
    Objects.requireNonNull(schedule, "schedule");
    if (clients < 2) {
      throw new IllegalArgumentException("clients must be at least 2 but is " + clients);
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1 but is " + rounds);
    }
    Budget unused = limit(epsilonLimit, delta);
  }

  /** One round as the accountant sees it. */
  public CheckInRound round() {
    return new CheckInRound(
        clients, checkInRate, law, new LocalGuarantee.Gaussian(noiseMultiplier));
  }

  /** The same plan with another number of rounds. */
  public SimulationPlan withRounds(long other) {
    return new SimulationPlan(
        clients,
        checkInRate,
        law,
        noiseMultiplier,
        clip,
        model,
        optimizer,
        learningRate,
        schedule,
        inUnitsOfClip,
        other,
        epsilonLimit,
        delta,
        seed);
  }

  /** The architecture for these records. */
  public ModelSpec modelSpec(Dataset records) {
    return Models.named(model, records.shape(), records.classes());
  }

  /** The budget; where there is no limit, the largest number. */
  Budget limit() {
    return limit(epsilonLimit, delta);
  }

  private static Budget limit(OptionalDouble epsilon, double delta) {
    return new Budget(epsilon.orElse(Double.MAX_VALUE), delta);
  }

  /** The aggregator's plan; times and batch sizes play no part without transport. */
  RunPlan runPlan() {
    return new RunPlan(
        limit(),
        Population.allHonest(clients, checkInRate, law),
        new RoundsPlan(
            rounds,
            new RoundWindow(Duration.ofMinutes(1), true, 1, 0),
            WireLimits.REPORTS_PER_CLIENT * WireLimits.CLIENTS,
            1));
  }

  /** The aggregator's task. */
  TrainingTask task(ModelSpec spec) {
    return new TrainingTask(
        spec,
        Models.initialParameters(spec, seed),
        GaussianSpec.withSuitableGrid(spec.parameterCount(), clip, noiseMultiplier),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            clients * checkInRate,
            inUnitsOfClip ? clip : 1,
            new LearningRate(learningRate, schedule, rounds),
            steps()),
        new WireModel());
  }

  private Optimizer steps() {
    return switch (optimizer) {
      case SGD -> new Optimizer.Sgd();
      case MOMENTUM -> new Optimizer.Momentum(MOMENTUM);
      case ADAM -> new Optimizer.Adam(0.9, 0.999, 1e-8);
    };
  }
}
