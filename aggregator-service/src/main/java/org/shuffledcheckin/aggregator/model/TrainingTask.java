package org.shuffledcheckin.aggregator.model;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Trains a model by steps against the average randomised gradient. Deterministic: sums are exact
 * integers, so the order of reports leaves no trace in the model.
 */
public final class TrainingTask implements RoundTask {
  private final ModelSpec model;
  private final float[] start;
  private final RandomizerSpec randomizer;
  private final StepRule rule;
  private final ModelFormat format;

  /**
   * How sums become steps.
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
      requirePositive("expected count", expectedCount);
      requirePositive("unit", unit);
    }
  }

  /**
   * Describes the task.
   *
   * @param start parameters before the first round
   */
  public TrainingTask(
      ModelSpec model,
      float[] start,
      RandomizerSpec randomizer,
      StepRule rule,
      ModelFormat format) {
    model.requireParameters(start);
    if (randomizer.valueLength() != model.parameterCount()) {
      throw new IllegalArgumentException(
          "randomiser must be of dimension %d, the model's, but is of %d"
              .formatted(model.parameterCount(), randomizer.valueLength()));
    }
    this.model = model;
    this.start = start.clone();
    this.randomizer = randomizer;
    this.rule = rule;
    this.format = format;
  }

  @Override
  public RandomizerSpec randomizer() {
    return randomizer;
  }

  @Override
  public StoredModel initial() {
    return new StoredModel(
        0, start.clone(), new float[rule.optimizer().memoryLength(start.length)]);
  }

  @Override
  public byte[] announced(StoredModel stored) {
    return format.serialise(model.toJson(), stored.parameters());
  }

  @Override
  public Progress apply(StoredModel before, ReportAggregate sum, long round) {
    float[] parameters = before.parameters().clone();
    float[] memory = before.memory().clone();
    double divisor = rule.averaging().divisor(sum.count(), rule.expectedCount()) * rule.unit();
    if (divisor > 0) {
      rule.optimizer()
          .step(parameters, memory, sum.mean(divisor), rule.rate().at(round), before.version() + 1);
    }
    return new Progress(
        new StoredModel(before.version() + 1, parameters, memory), Optional.empty());
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite but is " + value);
    }
  }
}
