package org.shuffledcheckin.client.config;

import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.kit.operations.OperationsConfig;

/** What the configurations of a client and of a fleet have in common. */
public sealed interface HostConfig permits ClientConfig, FleetConfig {
  /** Where the shuffler is. */
  ShufflerAddress shuffler();

  /** The folder of the journal. */
  Path state();

  /** The file that remembers how far the journal was, if not in its folder. */
  Optional<Path> journalMark();

  /** The bundle of the aggregator's operator. */
  Path aggregatorBundle();

  /** The keys of models that travel sealed, if the aggregator's operator hands out any. */
  Optional<Path> modelKeys();

  /** What clients hold. */
  RecordsConfig records();

  /** What clients accept. */
  ClientPolicy policy();

  /** When clients sit out. */
  SitOutConfig sitOut();

  /** How calls are repeated. */
  RetryPolicy retry();

  /** The operations port. */
  OperationsConfig operations();
}
