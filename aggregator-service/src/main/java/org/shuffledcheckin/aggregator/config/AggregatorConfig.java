package org.shuffledcheckin.aggregator.config;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.aggregator.round.RoundsPlan;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.ReadBy;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.round.RandomizerSection;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.learning.data.CsvSource;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ProgressListener;
import org.shuffledcheckin.report.randomizer.RandomizerFields;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * The aggregator's whole configuration.
 *
 * @param data folder where the run lives; one run per folder
 * @param ledgerMark the file that remembers the ledger's head outside the database; best on another
 *     disk than the database. Default: {@code ledger.mark} in the data folder
 * @param database PostgreSQL, if not the SQLite file in the data folder
 * @param tls the aggregator's own certificate and whom it trusts; only reading a run goes without
 * @param signingKey the keys that sign rounds, as {@code checkin keys} makes them; only reading a
 *     run goes without
 * @param modelKeys the keys under which models travel, as {@code checkin keys} makes them; clients
 *     need the same file. Without it the shuffler can read models
 * @param shuffler where batches come from
 * @param operators where operators call
 * @param operations metrics and health
 * @param budget what may be spent
 * @param form whether reports are seen one by one, or their sum alone
 * @param checkIn who takes part and how often
 * @param randomizer what every report is
 * @param model what is trained; without it rounds only count
 * @param optimizer how sums become steps
 * @param rounds how many, how long, how large
 * @param evaluation how often the model is measured
 * @param store how models are kept
 * @param threads that open reports; 0 takes one per processor
 */
public record AggregatorConfig(
    Path data,
    Optional<Path> ledgerMark,
    Optional<DatabaseConfig> database,
    Optional<TlsFiles> tls,
    Optional<Path> signingKey,
    Optional<Path> modelKeys,
    ShufflerConfig shuffler,
    OperatorsConfig operators,
    OperationsConfig operations,
    Budget budget,
    @Default("shuffled") ReportForm form,
    CheckInConfig checkIn,
    @ReadBy(RandomizerSection.class) RandomizerFields randomizer,
    Optional<ModelConfig> model,
    OptimizerConfig optimizer,
    RoundsPlan rounds,
    EvaluationConfig evaluation,
    StoreConfig store,
    @Default("0") int threads) {

  /** The prefix of environment variables that override values. */
  public static final String ENVIRONMENT = "CHECKIN_AGGREGATOR";

  /** Validates the threads, that the budget is one, and that no token travels in the clear. */
  public AggregatorConfig {
    Arguments.requirePositive("budget.epsilon", budget.epsilon());
    Arguments.requireBetween("threads", threads, 0, 1024);
    if (randomizer.kind().form() != form) {
      throw new IllegalArgumentException(
          form == ReportForm.DISTRIBUTED
              ? "form: distributed needs randomizer.kind: gaussian-sum"
              : "randomizer.kind: gaussian-sum needs form: distributed");
    }
    if (operators.dashboard() && !operations.tls()) {
      throw new IllegalArgumentException(
          "operators.dashboard needs operations.tls: a token must not travel in the clear");
    }
  }

  /** Reads the configuration from a file, the environment and flags. */
  public static AggregatorConfig load(Optional<Path> file, Map<String, String> flags) {
    return ConfigSource.of(file, ENVIRONMENT, flags).read(AggregatorConfig.class);
  }

  /**
   * A PostgreSQL database or schema that holds this run and nothing else.
   *
   * @param url JDBC address, without credentials
   * @param user to connect as
   * @param password of that user
   */
  public record DatabaseConfig(String url, String user, Secret password) {}

  /**
   * Where the shuffler is.
   *
   * @param host name or address, as in its certificate
   * @param port that serves the aggregator
   * @param names of which the shuffler's certificate must carry one
   * @param certificate to connect with, where that of {@code tls} is for serving only
   * @param key of the certificate
   * @param deadline of calls that do not wait for a round
   * @param firstRetry how long to wait after a first failure
   * @param longestRetry how long to wait at most
   */
  public record ShufflerConfig(
      String host,
      @Default("7444") int port,
      @Default("urn:checkin:shuffler") List<String> names,
      Optional<Path> certificate,
      Optional<Path> key,
      @Default("30s") Duration deadline,
      @Default("200ms") Duration firstRetry,
      @Default("10s") Duration longestRetry) {
    /** Validates the port and the waits. */
    public ShufflerConfig {
      Arguments.requireBetween("port", port, 1, 65535);
      if (certificate.isPresent() != key.isPresent()) {
        throw new IllegalArgumentException("certificate and key must both be given, or neither");
      }
      Arguments.requireBetween("deadline milliseconds", deadline.toMillis(), 100, 3_600_000);
      Arguments.requireBetween("first-retry milliseconds", firstRetry.toMillis(), 1, 3_600_000);
      Arguments.requireBetween(
          "longest-retry milliseconds", longestRetry.toMillis(), firstRetry.toMillis(), 3_600_000);
    }

    /** What is shown to the shuffler, by one who shows these files elsewhere. */
    public TlsFiles shown(TlsFiles elsewhere) {
      return certificate.isPresent() && key.isPresent()
          ? elsewhere.showing(certificate.get(), key.get())
          : elsewhere;
    }
  }

  /**
   * Where operators call.
   *
   * @param enabled whether they can
   * @param host to bind
   * @param port to bind; 0 lets the system choose
   * @param token that calls which change something must show; without it they are refused
   * @param names that callers' certificates must carry one of, separated by commas
   * @param dashboard whether the dashboard takes orders too, with the same token; only where the
   *     operations port speaks HTTPS
   * @param limits of the port
   */
  public record OperatorsConfig(
      @Default("true") boolean enabled,
      @Default("127.0.0.1") String host,
      @Default("7446") int port,
      Optional<Secret> token,
      @Default("urn:checkin:operator:aggregator") List<String> names,
      @Default("false") boolean dashboard,
      ServerLimits limits) {
    /** Validates the port. */
    public OperatorsConfig {
      Arguments.requireBetween("port", port, 0, 65535);
    }
  }

  /**
   * How often the model is measured.
   *
   * @param every so many rounds, and after the last
   * @param dataset whose test part it is measured on; nothing is measured without
   * @param folder where the data set's files are, if not where data sets usually are
   * @param csv a table of one's own instead; public records, not the clients'
   */
  public record EvaluationConfig(
      @Default("10") long every,
      Optional<String> dataset,
      Optional<Path> folder,
      Optional<CsvSource> csv) {
    /** Validates the number, and that there is one source at most. */
    public EvaluationConfig {
      Arguments.requireBetween("every", every, 1, 1_000_000_000);
      if (dataset.isPresent() && csv.isPresent()) {
        throw new IllegalArgumentException("dataset and csv exclude each other; leave one out");
      }
    }

    /**
     * Reads the table, or finds the test set as {@link DataSets#test} does; nothing where none is
     * named.
     *
     * @throws IOException if it cannot be found or is broken
     */
    public Optional<Dataset> load(ProgressListener listener) throws IOException {
      if (csv.isPresent()) {
        return Optional.of(csv.get().read());
      }
      if (dataset.isEmpty()) {
        return Optional.empty();
      }
      DataOptions options = DataOptions.ofUser(folder);
      return Optional.of(DataSets.test(dataset.get(), options, listener));
    }
  }

  /**
   * How models are kept.
   *
   * @param modelsKept so many of the newest
   */
  public record StoreConfig(@Default("3") int modelsKept) {
    /** Validates the number. */
    public StoreConfig {
      Arguments.requireBetween("models-kept", modelsKept, 1, 1_000_000);
    }
  }
}
