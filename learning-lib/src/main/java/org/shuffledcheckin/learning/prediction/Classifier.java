package org.shuffledcheckin.learning.prediction;

import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.Dl4jModels.Saved;

/** Asks a model about records. For one thread at a time. */
public final class Classifier {
  private final GradientWorker worker;
  private final float[] probabilities;

  /** Asks this model. */
  public Classifier(Saved model) {
    worker = GradientEngines.forModel(model.spec()).newWorker();
    worker.setParameters(model.parameters());
    probabilities = new float[model.spec().classes()];
  }

  /**
   * What a model says of one record.
   *
   * @param best the class with the highest probability, the first of equals
   * @param probability of that class
   * @param second the class that comes next
   * @param secondProbability of that one
   */
  public record Prediction(int best, double probability, int second, double secondProbability) {}

  /** What the model says of a record of its shape. */
  public Prediction ask(float[] record) {
    worker.probabilities(record, probabilities);
    int best = largest(-1);
    int second = largest(best);
    return new Prediction(best, probabilities[best], second, probabilities[second]);
  }

  private int largest(int except) {
    int found = except == 0 ? 1 : 0;
    for (int i = found + 1; i < probabilities.length; i++) {
      if (i != except && probabilities[i] > probabilities[found]) {
        found = i;
      }
    }
    return found;
  }
}
