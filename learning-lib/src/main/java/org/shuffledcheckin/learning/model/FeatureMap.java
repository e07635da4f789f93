package org.shuffledcheckin.learning.model;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.learning.data.Shape;

/**
 * The fixed functions of a record that a model may be trained on. They are public and never learn
 * from data; a change in what one computes is a new constant with a new version in its name.
 */
public enum FeatureMap {
  /** Histograms of the directions of edges, pooled over a grid of cells; see the class. */
  ORIENTED_GRADIENTS_1(
      "oriented-gradients/1", OrientedGradients::output, OrientedGradients::new);

  private final String text;
  private final UnaryOperator<Shape> output;
  private final Function<Shape, FeatureExtractor> extractor;

  FeatureMap(
      String text, UnaryOperator<Shape> output, Function<Shape, FeatureExtractor> extractor) {
    this.text = text;
    this.output = output;
    this.extractor = extractor;
  }

  /** Returns the name with its version, as the canonical text of a model gives it. */
  public String text() {
    return text;
  }

  /** Returns the map of that name. */
  public static FeatureMap named(String text) {
    return Arrays.stream(values())
        .filter(map -> map.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "features must be one of %s, got %s"
                        .formatted(
                            Arrays.stream(values()).map(FeatureMap::text).toList(),
                            ModelText.shortened(text))));
  }

  /** Returns the shape of the features of records of shape {@code input}, or refuses it. */
  public Shape output(Shape input) {
    return output.apply(input);
  }

  /** Returns an extractor for records of shape {@code input}, for one thread. */
  public FeatureExtractor newExtractor(Shape input) {
    return extractor.apply(input);
  }
}
