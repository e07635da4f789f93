package org.shuffledcheckin.learning.model;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Describes a model completely but for its parameters: the shape of a record, the fixed features a
 * client computes of it, and the network on top. Immutable, bounded in size, and free of
 * Deeplearning4j, so that a client can read one from an aggregator it does not trust.
 *
 * @param input shape of a record as the data set gives it
 * @param features the fixed function between record and network, if there is one
 * @param network what is trained
 */
public record ModelSpec(Shape input, Optional<FeatureMap> features, Network network) {
  /** The most parameters a model may have. */
  public static final int MAX_PARAMETERS = 1 << 24;

  /** The most multiplications one forward pass may take. */
  public static final long MAX_MULTIPLICATIONS = 1L << 32;

  /** The longest canonical text, in characters. */
  public static final int MAX_TEXT = 1 << 20;

  /** Validates that features and network fit the input. */
  public ModelSpec {
    Shape inner = networkInput(input, features);
    int unused = network.parameterCount(inner);
  }

  /** Returns a model without fixed features. */
  public static ModelSpec of(Shape input, Layer... layers) {
    return new ModelSpec(input, Optional.empty(), new Network.Layers(List.of(layers)));
  }

  /** Reads a canonical text, refusing what is malformed, unknown or too large. */
  public static ModelSpec parse(String text) {
    return ModelText.parse(text);
  }

  /** Returns the canonical text: equal models have equal texts. */
  public String toJson() {
    return ModelText.write(this);
  }

  /** Returns how many numbers one record holds. */
  public int inputSize() {
    return input.size();
  }

  /** Returns the shape that enters the network: the features', or the record's own. */
  public Shape networkInput() {
    return networkInput(input, features);
  }

  /** Returns how many classes the model tells apart. */
  public int classes() {
    return network.classes();
  }

  /** Returns the length of the flat parameter array. */
  public int parameterCount() {
    return network.parameterCount(networkInput());
  }

  /** Returns the same network for records that are features already. */
  public ModelSpec withoutFeatures() {
    return features.isEmpty() ? this : new ModelSpec(networkInput(), Optional.empty(), network);
  }

  /** Refuses a parameter array of the wrong length or with a value that is not finite. */
  public void requireParameters(float[] parameters) {
    if (parameters.length != parameterCount()) {
      throw new IllegalArgumentException(
          "parameters must number %d, got %d".formatted(parameterCount(), parameters.length));
    }
    for (int i = 0; i < parameters.length; i++) {
      if (!Float.isFinite(parameters[i])) {
        throw new IllegalArgumentException(
            "parameter %d must be finite, got %s".formatted(i, parameters[i]));
      }
    }
  }

  private static Shape networkInput(Shape input, Optional<FeatureMap> features) {
    return features.map(map -> map.output(input)).orElse(input);
  }
}
