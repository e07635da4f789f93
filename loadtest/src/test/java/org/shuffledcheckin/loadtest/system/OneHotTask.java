package org.shuffledcheckin.loadtest.system;

import java.util.Optional;
import java.util.stream.IntStream;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Rounds of which only the sum is seen, and whose sum counts each client's reports apart: client c
 * has nothing but feature c, of the first of two classes. Its gradient on a model of zeros has four
 * numbers of equal size, two of them weights of that feature; clipped, each is half of the grid.
 * The noise of all reports together reaches half of that once in 10^50 rounds, so that rounding
 * finds the count. The model stays as it is.
 */
final class OneHotTask implements RoundTask {
  private static final ModelSpec MODEL =
      ModelSpec.of(Shape.flat(Schedule.CLIENTS), new Layer.Softmax(2));
  private static final int GRID_STEPS = GaussianSumSpec.MAX_STEPS;
  private static final double ONE_REPORT = GRID_STEPS / 2.0;
  private static final GaussianSumSpec RANDOMIZER =
      new GaussianSumSpec(MODEL.parameterCount(), 0.5, 8, GRID_STEPS);

  @Override
  public RandomizerSpec randomizer() {
    return RANDOMIZER;
  }

  @Override
  public StoredModel initial() {
    return new StoredModel(0, new float[MODEL.parameterCount()], new float[0]);
  }

  @Override
  public byte[] announced(StoredModel model) {
    return new WireModel().serialise(MODEL.toJson(), model.parameters());
  }

  @Override
  public Progress apply(StoredModel before, ReportAggregate sum, long round) {
    StoredModel same = new StoredModel(before.version() + 1, before.parameters(), before.state());
    return new Progress(same, Optional.of(shares(sum)));
  }

  /** Weights of the first class come first, and fall where that class is right. */
  private static Estimate shares(ReportAggregate sum) {
    long[] sums = sum.sums();
    return new Estimate(
        sum.count(),
        IntStream.range(0, Schedule.CLIENTS)
            .mapToObj(client -> new Estimate.Value(-sums[client] / ONE_REPORT / sum.count(), 0))
            .toList());
  }
}
