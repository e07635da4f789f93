package org.shuffledcheckin.aggregator.model;

import java.util.Optional;
import java.util.stream.IntStream;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Estimates a histogram (randomised response) or a mean (Laplace) of those who checked in, each
 * number with the standard error that the randomiser causes. The error of having asked a sample is
 * not part of it.
 */
public final class CountingTask implements RoundTask {
  private static final StoredModel EMPTY = new StoredModel(0, new float[0], new float[0]);

  private final RandomizerSpec randomizer;

  /** Describes the task by its randomiser, which must be one for counting. */
  public CountingTask(RandomizerSpec randomizer) {
    if (randomizer.kind().needsModel()) {
      throw new IllegalArgumentException(
          "a counting task needs a randomiser of numbers or categories but has "
              + randomizer.kind().label());
    }
    this.randomizer = randomizer;
  }

  @Override
  public RandomizerSpec randomizer() {
    return randomizer;
  }

  @Override
  public StoredModel initial() {
    return EMPTY;
  }

  @Override
  public byte[] announced(StoredModel model) {
    return new byte[0];
  }

  @Override
  public Progress apply(StoredModel before, ReportAggregate sum, long round) {
    StoredModel same = new StoredModel(before.version() + 1, before.parameters(), before.state());
    return new Progress(same, Optional.of(estimate(sum)));
  }

  private static Estimate estimate(ReportAggregate sum) {
    if (sum.count() == 0) {
      return Estimate.NONE;
    }
    double[] estimates = sum.mean((double) sum.count());
    double[] errors = sum.standardErrors((double) sum.count());
    return new Estimate(
        sum.count(),
        IntStream.range(0, estimates.length)
            .mapToObj(i -> new Estimate.Value(estimates[i], errors[i]))
            .toList());
  }
}
