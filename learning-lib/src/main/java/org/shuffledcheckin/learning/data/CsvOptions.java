package org.shuffledcheckin.learning.data;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a table becomes records.
 *
 * @param labelColumn the column with the class of each record
 * @param clientColumn the column that says whose record it is; one client per record without it
 * @param classes the labels in the order of their numbers; those found, sorted, if empty
 */
public record CsvOptions(String labelColumn, Optional<String> clientColumn, List<String> classes) {
  /** Validates that the columns differ. */
  public CsvOptions {
    Objects.requireNonNull(labelColumn, "label column");
    classes = List.copyOf(classes);
    if (clientColumn.isPresent() && clientColumn.get().equals(labelColumn)) {
      throw new IllegalArgumentException(
          "client column must differ from the label column, got " + labelColumn);
    }
  }
}
