package org.shuffledcheckin.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shuffledcheckin.aggregator.LedgerArchive;
import org.shuffledcheckin.aggregator.RunArchive;

/** The folder of a demo, or the data folder of an aggregator: whatever a user calls a run. */
public final class RunFolder {
  private static final String DATABASE = "aggregator.db";

  private RunFolder() {}

  /**
   * Finds the aggregator's data folder.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Path aggregator(Path run) {
    return List.of(run, run.resolve("state/aggregator")).stream()
        .filter(folder -> Files.isRegularFile(folder.resolve(DATABASE)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    run
                        + " holds no run: it must be the folder of a demo or of an aggregator's"
                        + " data"));
  }

  /** Opens the ledger of a run, or of a file that was exported from one. */
  public static LedgerArchive ledger(Path run) throws IOException {
    return Files.isRegularFile(run) ? LedgerArchive.ofFile(run) : LedgerArchive.of(archive(run));
  }

  /** Opens a run. */
  public static RunArchive archive(Path run) {
    return RunArchive.ofFolder(aggregator(run));
  }
}
