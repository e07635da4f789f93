package org.shuffledcheckin.learning.data;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A table of a user's own, as a configuration names it.
 *
 * @param file comma-separated, with a header
 * @param labelColumn the column with the class of each record
 * @param clientColumn the column that says whose record it is
 * @param featureColumns the columns that enter the model, in this order, each with its public range
 *     if it is to be scaled: {@code age=0..120}; all other columns as they are if left out
 * @param classes every label there can be, in the order of their numbers; the same at all clients
 *     and at the aggregator
 */
public record CsvSource(
    Path file,
    String labelColumn,
    Optional<String> clientColumn,
    Optional<List<String>> featureColumns,
    List<String> classes) {
  /** Validates columns and classes. */
  public CsvSource {
    featureColumns = featureColumns.map(List::copyOf);
    classes = List.copyOf(classes);
    requireAtLeast("number of classes", classes.size(), 2);
    CsvOptions unused = options(labelColumn, clientColumn, featureColumns, classes);
  }

  /**
   * Reads the table; its records know whose they are where a column says so.
   *
   * @throws IOException that names file, line and column if something is wrong there
   */
  public Dataset read() throws IOException {
    CsvData table = CsvData.read(file, options(labelColumn, clientColumn, featureColumns, classes));
    return clientColumn.isPresent() ? table.data().withOwners(table.partition()) : table.data();
  }

  private static CsvOptions options(
      String label,
      Optional<String> client,
      Optional<List<String>> features,
      List<String> classes) {
    return new CsvOptions(
        label,
        client,
        features.orElse(List.of()).stream().map(CsvFeature::parse).toList(),
        classes);
  }
}
