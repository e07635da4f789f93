package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/** Measures a model on public test data. */
public interface ModelEvaluator {
  /** Measures the model that a round made. */
  StoredEvaluation measure(long round, float[] parameters);
}
