package org.shuffledcheckin.aggregator.model;

import java.util.Optional;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/** What rounds are for. */
public interface RoundTask {
  /** What every report is. */
  RandomizerSpec randomizer();

  /** The model the first round trains. */
  StoredModel initial();

  /** The bytes clients download for a round; none where there is nothing to train. */
  byte[] announced(StoredModel model);

  /** What a round's sum makes of a model. Depends on nothing but its arguments. */
  Progress apply(StoredModel before, ReportAggregate sum, long round);

  /**
   * What a round brought.
   *
   * @param model after the round
   * @param estimate what a counting round found; nothing for a training round
   */
  record Progress(StoredModel model, Optional<Estimate> estimate) {}
}
