package org.shuffledcheckin.learning.optimizer;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;

/**
 * How a round's sum of gradients becomes a step.
 *
 * @param averaging what sums are divided by
 * @param expectedCount reports expected in a round, n times the rate
 * @param unit what gradients are measured in: the clip, or 1
 * @param rate size of steps
 * @param optimizer kind of steps
 */
public record StepRule(
    Averaging averaging,
    double expectedCount,
    double unit,
    LearningRate rate,
    Optimizer optimizer) {
  /** Validates the numbers. */
  public StepRule {
    Objects.requireNonNull(averaging, "averaging");
    Arguments.requirePositive("expected count", expectedCount);
    Arguments.requirePositive("unit", unit);
    Objects.requireNonNull(rate, "rate");
    Objects.requireNonNull(optimizer, "optimizer");
  }

  /** What a sum of so many reports is divided by; 0 where there is no step to take. */
  public double divisor(long counted) {
    return averaging.divisor(counted, expectedCount) * unit;
  }

  /**
   * Takes the step of a round, in place.
   *
   * @param gradient the sum divided by its {@link #divisor}
   * @param round number of the round, from 1, for the learning rate
   * @param step number of the step, from 1, for the optimiser
   */
  public void step(float[] parameters, float[] state, double[] gradient, long round, long step) {
    optimizer.step(parameters, state, gradient, rate.at(round), step);
  }
}
