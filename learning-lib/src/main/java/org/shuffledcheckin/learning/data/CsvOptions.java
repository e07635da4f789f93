package org.shuffledcheckin.learning.data;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a table becomes records.
 *
 * @param labelColumn the column with the class of each record
 * @param clientColumn the column that says whose record it is; one client per record without it
 * @param features the columns that enter the model, in this order; all other columns if empty
 * @param classes the labels in the order of their numbers; those found, sorted, if empty
 */
public record CsvOptions(
    String labelColumn,
    Optional<String> clientColumn,
    List<CsvFeature> features,
    List<String> classes) {
  /** Validates that the columns differ, and the classes. */
  public CsvOptions {
    Objects.requireNonNull(labelColumn, "label column");
    features = List.copyOf(features);
    classes = List.copyOf(classes);
    if (new HashSet<>(classes).size() < classes.size()) {
      throw new IllegalArgumentException("classes must differ, got " + classes);
    }
    if (clientColumn.isPresent() && clientColumn.get().equals(labelColumn)) {
      throw new IllegalArgumentException(
          "client column must differ from the label column, got " + labelColumn);
    }
    for (CsvFeature feature : features) {
      if (feature.column().equals(labelColumn)
          || feature.column().equals(clientColumn.orElse(null))) {
        throw new IllegalArgumentException(
            "a feature column must be neither the label's nor the client's, got "
                + feature.column());
      }
    }
  }
}
