package org.shuffledcheckin.learning.model;

import java.util.Arrays;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;

/**
 * The fixed functions of a record that a model may be trained on. They are public and never learn
 * from data; a change in what one computes is a new constant with a new version in its name.
 */
public enum FeatureMap {
  /**
   * 288 numbers that say which way edges run in each of 6x6 cells of an image, scaled to norm 4:
   * what {@link OrientedGradients} computes.
   */
  ORIENTED_GRADIENTS_1("oriented-gradients/1");

  private final String text;

  FeatureMap(String text) {
    this.text = text;
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
    return switch (this) {
      case ORIENTED_GRADIENTS_1 -> OrientedGradients.output(input);
    };
  }

  /** Returns the features of every record of {@code data}, for training on them directly. */
  public Dataset apply(Dataset data) {
    return apply(data, Long.MAX_VALUE);
  }

  /**
   * Returns the same, keeping at most so many bytes of features: each is computed when it is first
   * read, and again where there was no room to keep it.
   */
  public Dataset apply(Dataset data, long bytes) {
    return data.withInputs(
        data.name() + " " + text, output(data.shape()), new FeatureCache(this, data, bytes));
  }

  /** Returns an extractor for records of shape {@code input}, for one thread. */
  public FeatureExtractor newExtractor(Shape input) {
    return switch (this) {
      case ORIENTED_GRADIENTS_1 -> new OrientedGradients(input);
    };
  }
}
