package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whose ledger: of a run's folder, or of the database that an aggregator's configuration names. */
final class RunChoice {
  @Parameters(paramLabel = "RUN", arity = "0..1", description = "Folder of the run.")
  private Path run;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The aggregator's YAML file instead, where the run is in PostgreSQL or its mark lies"
              + " elsewhere; its environment variables count as well.")
  private Path config;

  RunLedger open() throws IOException {
    if ((run == null) == (config == null)) {
      throw new IllegalArgumentException("name either the folder of a run, or --config FILE");
    }
    return run != null
        ? RunLedger.ofFolder(run)
        : RunLedger.ofConfig(AggregatorConfig.load(Optional.of(config), Map.of()));
  }
}
