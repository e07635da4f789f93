package org.shuffledcheckin.client.config;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.CsvSource;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ProgressListener;

/**
 * Which records clients hold.
 *
 * @param dataset name of the data set
 * @param folder where its files are, if not where data sets usually are
 * @param csv a table of one's own instead of the data set
 * @param perClient records of each client, where no column of the table says whose they are; 0
 *     gives all of them to one client
 * @param first which client of the data set is the first one here, from 0
 * @param measurement what rounds that count or average are given: {@code label}, {@code mean} of
 *     the input, or {@code input:INDEX}
 */
public record RecordsConfig(
    @Default("digits") String dataset,
    Optional<Path> folder,
    Optional<CsvSource> csv,
    @Default("1") int perClient,
    @Default("0") int first,
    @Default("label") String measurement) {
  private static final String INPUT = "input:";

  /** Validates the numbers and the measurement. */
  public RecordsConfig {
    requireAtLeast("per-client", perClient, 0);
    requireAtLeast("first", first, 0);
    Measurement unused = parse(measurement);
  }

  /**
   * Reads the table, or finds the data set's training part as {@link DataSets#train} does.
   *
   * @throws IOException if it cannot be found or is broken
   */
  public Dataset load(ProgressListener listener) throws IOException {
    if (csv.isPresent()) {
      return csv.get().read();
    }
    return DataSets.train(dataset, DataOptions.ofUser(folder), listener);
  }

  /**
   * Gives records of a data set to so many clients.
   *
   * @throws IllegalArgumentException if it has too few
   */
  public ClientData of(Dataset records, int clients) {
    ClientPartition everybody = records.owners().orElseGet(() -> evenly(records));
    long end = (long) first + clients;
    if (clients < 1 || end > everybody.clients()) {
      throw new IllegalArgumentException(
          "%d clients from number %d on need records of %d clients but %s has those of %d"
              .formatted(clients, first, end, records.name(), everybody.clients()));
    }
    return new ClientData(records, everybody.slice(first, (int) end), parse(measurement));
  }

  private ClientPartition evenly(Dataset records) {
    return ClientPartition.evenly(records, perClient == 0 ? records.size() : perClient);
  }

  private static Measurement parse(String text) {
    if (text.equals("label")) {
      return new Measurement.Label();
    }
    if (text.equals("mean")) {
      return new Measurement.InputMean();
    }
    if (text.matches(INPUT + "\\d{1,9}")) {
      return new Measurement.Input(Integer.parseInt(text.substring(INPUT.length())));
    }
    throw new IllegalArgumentException(
        "measurement must be label, mean or input:INDEX but is '" + text + "'");
  }
}
