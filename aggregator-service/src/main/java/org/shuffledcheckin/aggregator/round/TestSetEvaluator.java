package org.shuffledcheckin.aggregator.round;

import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.gradient.Evaluation;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.model.ModelSpec;

/**
 * Measures models on one test set. Fixed features, which depend on the record alone, are computed
 * once, when they are first needed: that takes longer than all the rest of a measurement.
 */
public final class TestSetEvaluator {
  /** A test set whose features take more bytes is read anew every time. */
  private static final long MAX_FEATURES = 256L << 20;

  private final ModelSpec model;
  private final Dataset records;
  private GradientEngine engine;
  private Dataset inputs;

  /** For models of one architecture; the records must fit it. */
  public TestSetEvaluator(ModelSpec model, Dataset records) {
    this.model = model;
    this.records = records;
  }

  /** Measures the model that a round made. */
  synchronized StoredEvaluation measure(long round, float[] parameters) {
    if (engine == null) {
      prepare();
    }
    Evaluation result = engine.evaluate(parameters, inputs);
    return new StoredEvaluation(round, result.accuracy(), result.loss());
  }

  private void prepare() {
    long bytes = (long) Float.BYTES * records.size() * model.networkInput().size();
    boolean ahead = model.features().isPresent() && bytes <= MAX_FEATURES;
    inputs = ahead ? model.features().get().apply(records) : records;
    engine = GradientEngines.forModel(ahead ? model.withoutFeatures() : model);
  }
}
