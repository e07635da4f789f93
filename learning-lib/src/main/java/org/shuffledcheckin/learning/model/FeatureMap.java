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
    Shape shape = output(data.shape());
    FeatureExtractor features = newExtractor(data.shape());
    float[] record = new float[data.shape().size()];
    float[] single = new float[shape.size()];
    float[] all = new float[Math.multiplyExact(data.size(), shape.size())];
    int[] labels = new int[data.size()];
    for (int i = 0; i < data.size(); i++) {
      data.copyInput(i, record);
      features.extract(record, single);
      System.arraycopy(single, 0, all, i * single.length, single.length);
      labels[i] = data.label(i);
    }
    return Dataset.ofFloats(data.name() + " " + text, shape, data.classes(), all, labels);
  }

  /** Returns an extractor for records of shape {@code input}, for one thread. */
  public FeatureExtractor newExtractor(Shape input) {
    return switch (this) {
      case ORIENTED_GRADIENTS_1 -> new OrientedGradients(input);
    };
  }
}
