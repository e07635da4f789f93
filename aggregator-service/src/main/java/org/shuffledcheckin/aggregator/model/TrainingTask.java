package org.shuffledcheckin.aggregator.model;

import java.util.Optional;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.optimizer.StepRule;
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
    return new StoredModel(0, start.clone(), new float[rule.optimizer().stateLength(start.length)]);
  }

  @Override
  public byte[] announced(StoredModel stored) {
    return format.serialise(model.toJson(), stored.parameters());
  }

  @Override
  public Progress apply(StoredModel before, ReportAggregate sum, long round) {
    float[] parameters = before.parameters().clone();
    float[] state = before.state().clone();
    double divisor = rule.divisor(sum.count());
    if (divisor > 0) {
      rule.step(parameters, state, sum.mean(divisor), round, before.version() + 1);
    }
    return new Progress(new StoredModel(before.version() + 1, parameters, state), Optional.empty());
  }
}
