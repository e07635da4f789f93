package org.shuffledcheckin.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.data.ProgressListener;

/**
 * The records of an experiment.
 *
 * @param name of the data set
 * @param split what clients hold and what is measured with
 */
public record ExperimentData(String name, DataSplit split) {
  /** A small version has as many clients, and as many test records. */
  private static final int QUICK_CLIENTS = 6000;

  private static final int QUICK_TESTS = 1000;

  /**
   * Finds the data set that was asked for and no other: results on drawn digits must not pass for
   * results on MNIST.
   *
   * @param name one of {@link DataSets#NAMES}
   * @param folder of its files, if they are not to be looked for
   * @param quick whether a small part will do
   * @throws DataNotFound if it is nowhere
   */
  public static ExperimentData find(
      String name, Optional<Path> folder, boolean quick, ProgressListener listener)
      throws IOException {
    if (quick && name.equals(DataSets.DRAWN_DIGITS)) {
      return new ExperimentData(name, drawn());
    }
    DataSplit split = DataSets.resolve(name, DataOptions.ofUser(folder), listener);
    if (!name.equals(DataSets.DRAWN_DIGITS) && split.origin().startsWith("drawn digits")) {
      throw new DataNotFound(name + " was not found and could not be fetched");
    }
    return new ExperimentData(name, quick ? small(split) : split);
  }

  private static DataSplit drawn() {
    return new DataSplit(
        DrawnDigits.dataset("drawn digits train", QUICK_CLIENTS, 1),
        DrawnDigits.dataset("drawn digits test", QUICK_TESTS, ~1L),
        "drawn digits");
  }

  private static DataSplit small(DataSplit split) {
    return new DataSplit(
        split.train().slice(0, Math.min(QUICK_CLIENTS, split.train().size())),
        split.test().slice(0, Math.min(QUICK_TESTS, split.test().size())),
        split.origin());
  }

  /** How many clients there are, one record each. */
  public int clients() {
    return split.train().size();
  }

  /** The data set without its place on this machine. */
  public String described() {
    return "%s, %d clients of one record, %d test records"
        .formatted(name, split.train().size(), split.test().size());
  }

  /** The same records, the last of the clients' set aside to choose settings with. */
  public Optional<DataSplit> withValidation(int records) {
    int kept = split.train().size() - records;
    return kept < 2
        ? Optional.empty()
        : Optional.of(
            new DataSplit(
                split.train().slice(0, kept),
                split.train().slice(kept, split.train().size()),
                split.origin()));
  }
}
