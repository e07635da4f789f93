package org.shuffledcheckin.learning.data;

import java.util.Objects;

/**
 * Holds the two parts of a data set: the clients' records and the public ones to measure with.
 *
 * @param train what clients hold
 * @param test what the aggregator evaluates with; nobody's private data
 * @param origin where the records came from, in one line
 */
public record DataSplit(Dataset train, Dataset test, String origin) {
  /** Validates that both parts describe the same problem. */
  public DataSplit {
    Objects.requireNonNull(origin, "origin");
    if (!train.shape().equals(test.shape()) || train.classes() != test.classes()) {
      throw new IllegalArgumentException(
          "train and test must agree in shape and classes, got %s and %s".formatted(train, test));
    }
  }
}
