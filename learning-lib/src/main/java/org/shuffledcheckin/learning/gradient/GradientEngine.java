package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;

/**
 * Computes loss and gradient of single examples for one model. Safe for use from several threads;
 * the work itself is done by workers, one per thread. All engines agree up to rounding in single
 * precision; where two values of a max-pool window differ by rounding only, they may choose
 * differently.
 */
public interface GradientEngine {
  /** Returns the model this engine computes. */
  ModelSpec model();

  /** Returns a short name of how it computes: {@code dl4j}, {@code plain} or {@code vector}. */
  String name();

  /** Returns a worker with scratch memory of its own, for use by one thread at a time. */
  GradientWorker newWorker();

  /** Returns the length of parameters and gradient. */
  default int parameterCount() {
    return model().parameterCount();
  }

  /** Returns accuracy and mean loss over {@code data} at {@code parameters}, on this thread. */
  Evaluation evaluate(float[] parameters, Dataset data);
}
