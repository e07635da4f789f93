package org.shuffledcheckin.client.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireFraction;

import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.operations.OperationsConfig;

/**
 * The configuration of a fleet of simulated clients in one process.
 *
 * @param shuffler where the shuffler is
 * @param tokenFile enrolment tokens in hexadecimal, one a line: one for each client
 * @param clients how many of them take part; 0 for as many as there are tokens
 * @param state folder of the fleet's journal
 * @param journalMark the file that remembers how far the journal was, so that a journal restored
 *     from an older copy is noticed; best on another disk. Default: {@code journal.mark} in the
 *     state folder
 * @param aggregatorBundle the bundle of the aggregator's operator: the keys whose rounds are
 *     believed. Read again when it changes
 * @param modelKeys the keys of models that travel sealed, if that operator hands out any; they must
 *     not come through the shuffler
 * @param records what the clients hold
 * @param policy what each client accepts
 * @param unlimited whether clients take part whatever it costs, as none with a record of somebody's
 *     may: for load tests. The policy's lifetime budget is then kept by nobody
 * @param sitOut when clients sit out
 * @param dropoutRate share of clients that fail after drawing
 * @param dropoutStage what those still do: nothing, or pledge and never deliver
 * @param threads that compute reports; 0 for one per processor
 * @param window requests under way at a time
 * @param retry how calls are repeated
 * @param operations the operations port
 */
public record FleetConfig(
    ShufflerAddress shuffler,
    Path tokenFile,
    @Default("0") int clients,
    Path state,
    Optional<Path> journalMark,
    Path aggregatorBundle,
    Optional<Path> modelKeys,
    RecordsConfig records,
    ClientPolicy policy,
    @Default("false") boolean unlimited,
    SitOutConfig sitOut,
    @Default("0") double dropoutRate,
    @Default("PLEDGE") DropoutStage dropoutStage,
    @Default("0") int threads,
    @Default("8") int window,
    RetryPolicy retry,
    OperationsConfig operations)
    implements HostConfig {
  private static final int MOST_CLIENTS = 10_000_000;

  /** Validates the numbers. */
  public FleetConfig {
    requireBetween("clients", clients, 0, MOST_CLIENTS);
    requireFraction("dropout-rate", dropoutRate);
    requireBetween("threads", threads, 0, 1024);
    requireBetween("window", window, 1, 1024);
  }

  /** How many threads compute reports. */
  public int threadCount() {
    return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
  }
}
