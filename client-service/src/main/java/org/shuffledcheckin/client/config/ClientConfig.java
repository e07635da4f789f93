package org.shuffledcheckin.client.config;

import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.kit.operations.OperationsConfig;

/**
 * The configuration of one client.
 *
 * @param shuffler where the shuffler is
 * @param tokenFile the enrolment token in hexadecimal; not needed with a certificate
 * @param state folder of the client's journal: its ledger, its draws, its memory of runs
 * @param journalMark the file that remembers how far the journal was, so that a journal restored
 *     from an older copy is noticed; best on another disk. Default: {@code journal.mark} in the
 *     state folder
 * @param aggregatorBundle the bundle of the aggregator's operator: the keys whose rounds are
 *     believed. Read again when it changes
 * @param modelKeys the keys of models that travel sealed, if that operator hands out any; they must
 *     not come through the shuffler
 * @param records what it holds
 * @param policy what it accepts
 * @param sitOut when it sits out
 * @param retry how it repeats calls
 * @param operations its operations port
 */
public record ClientConfig(
    ShufflerAddress shuffler,
    Optional<Path> tokenFile,
    Path state,
    Optional<Path> journalMark,
    Path aggregatorBundle,
    Optional<Path> modelKeys,
    RecordsConfig records,
    ClientPolicy policy,
    SitOutConfig sitOut,
    RetryPolicy retry,
    OperationsConfig operations)
    implements HostConfig {
  /** Validates that the client can prove who it is. */
  public ClientConfig {
    if (tokenFile.isEmpty() && shuffler.certificate().isEmpty()) {
      throw new IllegalArgumentException(
          "a client needs a token-file or a shuffler.certificate to prove who it is");
    }
  }
}
