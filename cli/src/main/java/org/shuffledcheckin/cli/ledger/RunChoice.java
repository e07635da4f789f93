package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.aggregator.LedgerArchive;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.run.RunFolder;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whose ledger: of a run's folder, or of the database that an aggregator's configuration names. */
final class RunChoice {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "Folder of the run, or an exported ledger.")
  private Path run;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The aggregator's YAML file instead, where the run is in PostgreSQL or its mark lies"
              + " elsewhere; its environment variables count as well.")
  private Path config;

  LedgerArchive open() throws IOException {
    requireOne();
    return run != null ? RunFolder.ledger(run) : LedgerArchive.of(configured());
  }

  /** Opens the whole run, which an exported ledger is not. */
  RunArchive openRun() {
    requireOne();
    return run != null ? RunFolder.archive(run) : configured();
  }

  private void requireOne() {
    if ((run == null) == (config == null)) {
      throw new IllegalArgumentException("name either the folder of a run, or --config FILE");
    }
  }

  private RunArchive configured() {
    try {
      return RunArchive.ofConfig(AggregatorConfig.load(Optional.of(config), Map.of()));
    } catch (StoreUnavailable e) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, e.getMessage());
    }
  }
}
