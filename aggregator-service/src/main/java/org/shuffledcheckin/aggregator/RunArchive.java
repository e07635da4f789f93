package org.shuffledcheckin.aggregator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.config.RunTerms;
import org.shuffledcheckin.aggregator.store.Database;
import org.shuffledcheckin.aggregator.store.JdbcRunStore;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.StoredRun;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.learning.model.ModelSpec;

/** A run in its store, for those who only look. May be used while the aggregator runs. */
public final class RunArchive implements AutoCloseable {
  private final Path data;
  private final JdbcRunStore store;
  private final StoredRun run;

  private RunArchive(Path data, Database database) {
    this.data = data;
    store = new JdbcRunStore(database, 1);
    try {
      run =
          store
              .run()
              .orElseThrow(() -> new IllegalArgumentException("no run has begun in " + data));
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * Opens the run in an aggregator's data folder.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RunArchive ofFolder(Path folder) {
    Path file = folder.resolve(AggregatorRun.DATABASE);
    if (Files.notExists(file)) {
      throw new IllegalArgumentException("no run in folder " + folder);
    }
    return new RunArchive(folder, Database.sqliteForReading(file));
  }

  /**
   * Opens the run that a configuration names, in whichever database it is.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RunArchive ofConfig(AggregatorConfig config) {
    return config.database().isEmpty()
        ? ofFolder(config.data())
        : new RunArchive(config.data(), AggregatorRun.database(config));
  }

  /** The run as it was created. */
  public StoredRun run() {
    return run;
  }

  /** What must not change while the run lasts. */
  public RunTerms terms() {
    return RunTerms.parse(run.configuration());
  }

  /** The run's past. */
  public RunHistory history() {
    return store;
  }

  /**
   * What is trained.
   *
   * @throws IllegalArgumentException if the run only counts
   */
  public ModelSpec model() {
    return terms()
        .get("model")
        .filter(text -> !text.equals("none"))
        .map(ModelSpec::parse)
        .orElseThrow(
            () -> new IllegalArgumentException("the run in " + data + " counts; it has no model"));
  }

  /** Whether an aggregator on this machine works on the data folder right now. */
  public boolean isBusy() throws IOException {
    return FolderLock.isHeld(data);
  }

  @Override
  public void close() {
    store.close();
  }
}
