package org.shuffledcheckin.client.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ProgressListener;

/**
 * Which records clients hold.
 *
 * @param dataset name of the data set
 * @param folder where its files are, if not where data sets usually are
 * @param perClient records of each client
 * @param first which client of the data set is the first one here, from 0
 * @param measurement what rounds that count or average are given: {@code label}, {@code mean} of
 *     the input, or {@code input:INDEX}
 */
public record RecordsConfig(
    @Default("digits") String dataset,
    Optional<Path> folder,
    @Default("1") int perClient,
    @Default("0") int first,
    @Default("label") String measurement) {
  private static final String INPUT = "input:";

  /** Validates the numbers and the measurement. */
  public RecordsConfig {
    if (perClient < 1) {
      throw new IllegalArgumentException("per-client must be at least 1 but is " + perClient);
    }
    if (first < 0) {
      throw new IllegalArgumentException("first must be at least 0 but is " + first);
    }
    Measurement unused = parse(measurement);
  }

  /**
   * Finds the data set's training part, as {@link DataSets#resolve} does.
   *
   * @throws IOException if it cannot be found or is broken
   */
  public Dataset load(ProgressListener listener) throws IOException {
    return DataSets.resolve(dataset, DataOptions.ofUser(folder), listener).train();
  }

  /**
   * Gives records of a data set to so many clients.
   *
   * @throws IllegalArgumentException if it has too few
   */
  public ClientData of(Dataset records, int clients) {
    long end = ((long) first + clients) * perClient;
    if (clients < 1 || end > records.size()) {
      throw new IllegalArgumentException(
          "%d clients from number %d on need %d records but %s has %d"
              .formatted(clients, first, end, records.name(), records.size()));
    }
    Dataset own = records.slice(first * perClient, (int) end);
    return new ClientData(own, ClientPartition.evenly(own, perClient), parse(measurement));
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
