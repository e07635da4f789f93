package org.shuffledcheckin.aggregator.config;

import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;

/**
 * How sums become steps.
 *
 * @param kind of steps
 * @param learningRate in the first round
 * @param schedule how it goes on
 * @param momentum decay of the heavy ball: momentum
 * @param beta1 decay of the first moment: adam
 * @param beta2 decay of the second moment: adam
 * @param epsilon added to the root of the second moment: adam
 * @param averaging whether sums are divided by the check-ins or by their expected number
 * @param inUnitsOfClip whether averages are divided by the clip, so that the learning rate does not
 *     depend on it
 */
public record OptimizerConfig(
    @Default("momentum") Kind kind,
    @Default("0.1") double learningRate,
    @Default("constant") LearningRate.Schedule schedule,
    @Default("0.9") double momentum,
    @Default("0.9") double beta1,
    @Default("0.999") double beta2,
    @Default("1e-8") double epsilon,
    @Default("expected-count") Averaging averaging,
    @Default("true") boolean inUnitsOfClip) {

  /** Kinds of steps. */
  public enum Kind {
    /** Plain. */
    SGD,
    /** With a heavy ball. */
    MOMENTUM,
    /** Adam. */
    ADAM
  }

  /** Validates every value. */
  public OptimizerConfig {
    LearningRate unusedRate = new LearningRate(learningRate, schedule, 1);
    Optimizer unusedOptimizer = optimizer(kind, momentum, beta1, beta2, epsilon);
  }

  Optimizer optimizer() {
    return optimizer(kind, momentum, beta1, beta2, epsilon);
  }

  private static Optimizer optimizer(
      Kind kind, double momentum, double beta1, double beta2, double epsilon) {
    return switch (kind) {
      case SGD -> new Optimizer.Sgd();
      case MOMENTUM -> new Optimizer.Momentum(momentum);
      case ADAM -> new Optimizer.Adam(beta1, beta2, epsilon);
    };
  }
}
