package org.shuffledcheckin.aggregator;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.config.ModelConfig;
import org.shuffledcheckin.aggregator.counting.CountingResults;
import org.shuffledcheckin.aggregator.dashboard.Dashboard;
import org.shuffledcheckin.aggregator.metrics.RunMetrics;
import org.shuffledcheckin.aggregator.orders.RunOrders;
import org.shuffledcheckin.aggregator.round.RoundCoordinator;
import org.shuffledcheckin.aggregator.round.RoundSigner;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.rpc.GrpcShuffler;
import org.shuffledcheckin.aggregator.rpc.OperatorService;
import org.shuffledcheckin.aggregator.run.PlanView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.server.Caller;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.PeerCheck;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsReloader;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The aggregator: dials the shuffler, runs rounds, serves operators. It never listens for clients.
 * Closing it at any moment loses nothing; starting it again with the same data folder goes on where
 * it was.
 */
public final class AggregatorService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AggregatorService.class);
  private static final long STOP_MILLIS = 30_000;

  private final ServiceMetrics metrics = new ServiceMetrics();
  private final Readiness readiness = new Readiness();
  private final AggregatorRun run;
  private final CloseStack open = new CloseStack();
  private final CompletableFuture<RunEnd> end = new CompletableFuture<>();
  private final OperatorJournal journal;
  private final RunOrders orders;
  private final Optional<CountingResults> counting;
  private final Thread thread;
  private OptionalInt operatorPort = OptionalInt.empty();
  private OptionalInt operationsPort = OptionalInt.empty();

  private AggregatorService(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      RoundSigner signer) {
    open.push(metrics);
    try {
      run = AggregatorRun.open(config, accountant, testSet, signer, () -> shuffler(config));
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
    open.push(run);
    run.resolved().model().ifPresent(AggregatorService::tellArchitecture);
    thread = new Thread(this::train, "aggregator-rounds");
    try {
      counting =
          run.resolved().model().isEmpty()
              ? Optional.of(new CountingResults(run.store(), config.data()))
              : Optional.empty();
      counting.ifPresent(results -> open.push(run.events().subscribe(results)));
      journal =
          open.push(
              OperatorJournal.open(
                  config.data().resolve(OperatorJournal.FILE), "aggregator", Clock.systemUTC()));
      orders = new RunOrders(journal, run.coordinator()::control);
      serveOperators(config);
      serveOperations(config);
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
    thread.start();
  }

  /**
   * Opens the run, or creates it, and begins; rounds are signed with the configured keys.
   *
   * @param testSet public data that models are measured on
   * @throws IllegalArgumentException if the configuration does not fit together or is not the one
   *     the run began with
   * @throws org.shuffledcheckin.aggregator.ledger.LedgerRefusal if the ledger cannot be trusted
   * @throws UncheckedIOException if the database cannot be used now
   */
  public static AggregatorService start(
      AggregatorConfig config, PrivacyAccountant accountant, Optional<Dataset> testSet) {
    return start(config, accountant, testSet, signer(config));
  }

  /** The same with keys from the same process, whatever is configured. */
  public static AggregatorService start(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      SigningKeys keys) {
    return start(config, accountant, testSet, keys::sign);
  }

  private static AggregatorService start(
      AggregatorConfig config,
      PrivacyAccountant accountant,
      Optional<Dataset> testSet,
      RoundSigner signer) {
    try {
      return new AggregatorService(config, accountant, testSet, signer);
    } catch (StoreUnavailable e) {
      throw new UncheckedIOException(e.getMessage(), new IOException(e));
    }
  }

  private static RoundSigner signer(AggregatorConfig config) {
    return config
        .signingKey()
        .map(SigningKeyFile::open)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "signing-key is required: the file signing.json that 'checkin keys' makes"));
  }

  private ShufflerLink shuffler(AggregatorConfig config) {
    AggregatorConfig.ShufflerConfig dial = config.shuffler();
    TlsReloader tls = reloader(dial.shown(files(config)), "dial");
    ManagedChannel channel =
        GrpcChannels.connect(dial.host(), dial.port(), tls.identity().channel(dial.names()));
    tls.onChange(channel::enterIdle);
    return new GrpcShuffler(channel, dial.deadline());
  }

  private static TlsFiles files(AggregatorConfig config) {
    return config
        .tls()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "tls.certificate, tls.key and tls.trust are required"));
  }

  private TlsReloader reloader(TlsFiles files, String use) {
    TlsReloader tls = open.push(TlsReloader.start(files)).bindTo(metrics.registry(), use);
    readiness.check("certificate-to-" + use, tls::problem);
    return tls;
  }

  /** The feed of the run. */
  public RunEvents events() {
    return run.events();
  }

  /** Where the run stands. */
  public RunStatus status() {
    return run.events().status();
  }

  /** The run's past; readable until the service is closed. */
  public RunHistory history() {
    return run.store();
  }

  /** The coordinator, for orders from the same process. */
  public RoundCoordinator coordinator() {
    return run.coordinator();
  }

  /** The port operators call, if it is open. */
  public OptionalInt operatorPort() {
    return operatorPort;
  }

  /** The operations port, if it is open. */
  public OptionalInt operationsPort() {
    return operationsPort;
  }

  /** Waits until the run ends by itself. */
  public RunEnd await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the run failed", e.getCause());
    }
  }

  /** Stops between two durable steps and waits for that. */
  @Override
  public void close() {
    run.coordinator().stop();
    thread.interrupt();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.close();
  }

  private void train() {
    try {
      end.complete(run.coordinator().run());
    } catch (InterruptedException e) {
      end.complete(new RunEnd(run.events().status().state(), "Stopped; start again to go on."));
    } catch (RuntimeException | Error e) {
      LOG.atError().setCause(e).log("the run failed");
      run.events().enter(RunState.REFUSED, "The aggregator failed; its log says how.");
      end.completeExceptionally(e);
    }
  }

  /** Clients that accept models by their architecture are configured with this hash. */
  private static void tellArchitecture(ModelSpec model) {
    LOG.atInfo()
        .addKeyValue("sha256", Digest.sha256(model.toJson().getBytes(StandardCharsets.UTF_8)))
        .log("architecture of the model");
  }

  private void serveOperators(AggregatorConfig config) {
    AggregatorConfig.OperatorsConfig operator = config.operators();
    if (!operator.enabled()) {
      return;
    }
    GrpcServer server =
        GrpcServer.builder(
                "aggregator-operator",
                new Endpoint.Network(
                    operator.host(),
                    operator.port(),
                    reloader(files(config), "serve").identity(),
                    ClientCertificates.REQUIRED),
                operator.limits())
            .serve(new OperatorService(run.events()::status, run.store(), orders, journal))
            .header(OperatorToken.HEADER)
            .check(new OperatorToken(operator.token(), Set.of(OperatorService.GUARDED)))
            .check(new PeerCheck(operator.names()))
            .check(new Caller())
            .start();
    open.push(server);
    operatorPort = OptionalInt.of(server.port());
  }

  private void serveOperations(AggregatorConfig config) {
    if (!config.operations().enabled()) {
      return;
    }
    RunMetrics.bind(run.events(), metrics.registry());
    OperationsServer server =
        OperationsServer.start(
            config.operations(),
            metrics,
            readiness
                .check("run", this::problem)
                .check("database", open.push(new StoreProbe(run.store()::command))::problem),
            config.operations().tls()
                ? Optional.of(reloader(files(config), "operations").identity())
                : Optional.empty(),
            dashboard(config)::addTo);
    open.push(server);
    operationsPort = OptionalInt.of(server.port());
  }

  private Dashboard dashboard(AggregatorConfig config) {
    PlanView plan =
        run.resolved()
            .settings()
            .plan(
                config.model().map(ModelConfig::title).orElse(""),
                run.resolved().settings().charge());
    Optional<Secret> token = config.operators().token().filter(t -> config.operators().dashboard());
    return new Dashboard(
        () -> new RunView(status(), plan, token.isPresent()),
        run.store(),
        run.events(),
        token,
        command -> orders.give(Operator.local("the operations port, by its token"), command),
        () -> counting.map(CountingResults::view));
  }

  private Optional<String> problem() {
    RunStatus status = status();
    boolean stuck = status.state() == RunState.STALLED || status.state() == RunState.REFUSED;
    return stuck ? Optional.of(status.detail()) : Optional.empty();
  }
}
