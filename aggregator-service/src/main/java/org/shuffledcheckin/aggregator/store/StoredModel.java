package org.shuffledcheckin.aggregator.store;

import java.util.Arrays;
import org.shuffledcheckin.accountant.Arguments;

/**
 * A model's numbers and its optimiser's state after so many updates. Treats its arrays as frozen:
 * neither side changes them once they are in here.
 *
 * @param version how many rounds were committed into it
 * @param parameters the flat parameters; empty for a task that only counts
 * @param state the optimiser's own numbers, empty where it has none
 */
// Compared by content, and never printed.
@SuppressWarnings("ArrayRecordComponent")
public record StoredModel(long version, float[] parameters, float[] state) {
  /** Validates the version. */
  public StoredModel {
    Arguments.requireAtLeast("model version", version, 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredModel model
        && version == model.version
        && Arrays.equals(parameters, model.parameters)
        && Arrays.equals(state, model.state);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(version);
  }

  @Override
  public String toString() {
    return "model %d (%d parameters)".formatted(version, parameters.length);
  }
}
