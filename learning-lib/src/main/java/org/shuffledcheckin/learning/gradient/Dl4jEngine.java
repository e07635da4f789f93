package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;

/** Computes any model with Deeplearning4j. Slow, general, and the oracle of the other engines. */
final class Dl4jEngine implements GradientEngine {
  private final ModelSpec model;

  Dl4jEngine(ModelSpec model) {
    this.model = model;
  }

  @Override
  public ModelSpec model() {
    return model;
  }

  @Override
  public String name() {
    return "dl4j";
  }

  @Override
  public GradientWorker newWorker() {
    return new Dl4jWorker(model);
  }

  @Override
  public Evaluation evaluate(float[] parameters, Dataset data) {
    RecordWorker.requireData(model, data);
    Dl4jWorker worker = new Dl4jWorker(model);
    worker.setParameters(parameters);
    return worker.evaluate(data);
  }
}
