package org.shuffledcheckin.client.training;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.ModelSpec;

/** A model that a round trains: architecture and finite parameters. Immutable in effect. */
public final class TrainingModel {
  private final ModelSpec spec;
  private final float[] parameters;

  /**
   * Takes a model; the array is kept, not copied.
   *
   * @throws IllegalArgumentException if the parameters are not finite or of another number
   */
  public TrainingModel(ModelSpec spec, float[] parameters) {
    spec.requireParameters(parameters);
    this.spec = spec;
    this.parameters = parameters;
  }

  /** The architecture. */
  public ModelSpec spec() {
    return spec;
  }

  /** The parameters, shared by all who read them and changed by nobody. */
  float[] parameters() {
    return parameters;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrainingModel model
        && spec.equals(model.spec)
        && Arrays.equals(parameters, model.parameters);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parameters);
  }
}
