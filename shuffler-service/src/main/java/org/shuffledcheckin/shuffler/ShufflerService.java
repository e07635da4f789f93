package org.shuffledcheckin.shuffler;

import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.PeerCheck;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.CertificateMetrics;
import org.shuffledcheckin.shuffler.config.PopulationCheck;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.enrolment.ClientRegistry;
import org.shuffledcheckin.shuffler.rpc.CertifiedClient;
import org.shuffledcheckin.shuffler.rpc.CheckInRpc;
import org.shuffledcheckin.shuffler.rpc.ReleaseRpc;
import org.shuffledcheckin.shuffler.rpc.ShufflerOperatorRpc;
import org.shuffledcheckin.shuffler.rpc.Subscribers;
import org.shuffledcheckin.shuffler.store.RocksStore;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running shuffler: its store, its three ports, its operations port. */
public final class ShufflerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShufflerService.class);
  private static final long TICK_MILLIS = 10;
  private static final int REPLY_THREADS = 2;

  private final ServiceMetrics metrics = new ServiceMetrics();
  private final Readiness readiness = new Readiness();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<GrpcServer> ports = new ArrayList<>();
  private final Subscribers subscribers;
  private final Shuffler shuffler;
  private final ExecutorService replies;
  private final ScheduledExecutorService ticker;
  private final ScheduledFuture<?> ticking;
  private final GrpcServer clients;
  private final GrpcServer aggregator;
  private final GrpcServer operators;
  private final Optional<OperationsServer> operations;

  private ShufflerService(
      ShufflerConfig config,
      ShufflerEndpoints endpoints,
      Store.Opener opener,
      LongSupplier nanoTime,
      SecureRandom random) {
    warnOfWeakPromises(config);
    config.tls().ifPresent(files -> CertificateMetrics.bind(files, metrics.registry()));
    subscribers = new Subscribers(config.clients().maxSubscriptions());
    shuffler = new Shuffler(parts(config, opener, nanoTime, random));
    shuffler.addChecks(readiness);
    Gauge.builder("checkin.shuffler.population", () -> 1)
        .description("What must reach a round's number of clients before its batch is released")
        .tag("check", config.rounds().population().name().toLowerCase(Locale.ROOT))
        .register(metrics.registry());
    replies = Executors.newFixedThreadPool(REPLY_THREADS, task -> daemon(task, "replies"));
    aggregator = orStop(() -> aggregatorPort(config, endpoints.aggregator()));
    operators = orStop(() -> operatorPort(config, endpoints.operators()));
    clients = orStop(() -> clientPort(config, endpoints.clients()));
    operations = orStop(() -> operationsPort(config));
    ticker = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "clock"));
    ticking =
        ticker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    LOG.atInfo()
        .addKeyValue("clients_port", clients.port())
        .addKeyValue("aggregator_port", aggregator.port())
        .addKeyValue("operators_port", operators.port())
        .log("shuffler started");
  }

  /** Starts a shuffler on the ports that its configuration names. */
  public static ShufflerService start(ShufflerConfig config) {
    return start(config, ShufflerEndpoints.configured(config));
  }

  /** Starts a shuffler that is reached in the given ways. */
  public static ShufflerService start(ShufflerConfig config, ShufflerEndpoints endpoints) {
    try {
      return start(config, endpoints, rocks(config), System::nanoTime, new SecureRandom());
    } catch (StoreException e) {
      throw new UncheckedIOException(
          "data folder %s: %s".formatted(config.data(), e.getMessage()), new IOException(e));
    }
  }

  /** Starts a shuffler on another store, clock or randomness than a real one has. */
  static ShufflerService start(
      ShufflerConfig config,
      ShufflerEndpoints endpoints,
      Store.Opener opener,
      LongSupplier nanoTime,
      SecureRandom random) {
    return new ShufflerService(config, endpoints, opener, nanoTime, random);
  }

  /** The port for clients; -1 inside one process. */
  public int clientsPort() {
    return clients.port();
  }

  /** The port for the aggregator; -1 inside one process. */
  public int aggregatorPort() {
    return aggregator.port();
  }

  /** The port for operators; -1 inside one process. */
  public int operatorsPort() {
    return operators.port();
  }

  /** The operations port, if there is one. */
  public Optional<Integer> operationsPort() {
    return operations.map(OperationsServer::port);
  }

  /** The meters that the operations port shows. */
  public ServiceMetrics metrics() {
    return metrics;
  }

  /** Whether every check passes. */
  public boolean isReady() {
    return readiness.isReady();
  }

  /** Enrols clients without the operators' port, for whoever runs the shuffler inside a process. */
  public List<byte[]> enrol(int count) {
    List<byte[]> tokens = new ArrayList<>(count);
    while (tokens.size() < count) {
      tokens.addAll(
          shuffler.registry().enrol(Math.min(count - tokens.size(), ClientRegistry.MAX_ENROL)));
    }
    return tokens;
  }

  /** Stops without losing anything that was acknowledged; open rounds go on at the next start. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    operations.ifPresent(OperationsServer::close);
    clients.close();
    aggregator.close();
    operators.close();
    ticking.cancel(false);
    ticker.shutdown();
    stopCore();
  }

  private void stopCore() {
    shuffler.close();
    replies.shutdown();
    metrics.close();
  }

  /** Lets go of the store and earlier ports where a later one cannot be had. */
  private <T> T orStop(Supplier<T> start) {
    try {
      T started = start.get();
      if (started instanceof GrpcServer server) {
        ports.add(server);
      }
      return started;
    } catch (RuntimeException e) {
      ports.forEach(GrpcServer::close);
      stopCore();
      throw e;
    }
  }

  private Optional<OperationsServer> operationsPort(ShufflerConfig config) {
    return config.operations().enabled()
        ? Optional.of(OperationsServer.start(config.operations(), metrics, readiness))
        : Optional.empty();
  }

  private void tick() {
    try {
      shuffler.tick().get();
      boolean ready = shuffler.isReady();
      clients.setServing(ready);
      aggregator.setServing(ready);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      // The store failed; the next tick tries to open it again.
      LOG.atWarn()
          .addKeyValue("exception", e.getCause().getClass().getName())
          .log("rounds could not be looked after");
    }
  }

  private GrpcServer clientPort(ShufflerConfig config, Endpoint endpoint) {
    return GrpcServer.builder("shuffler-clients", endpoint, config.clients().limits())
        .serve(new CheckInRpc(shuffler, subscribers, config.clients().authentication(), replies))
        .check(new CertifiedClient())
        .onDrain(subscribers::close)
        .reflection(config.clients().reflection())
        .start();
  }

  private GrpcServer aggregatorPort(ShufflerConfig config, Endpoint endpoint) {
    GrpcServer.Builder builder =
        port(
            "shuffler-release",
            endpoint,
            config.aggregator().limits(),
            config.aggregator().names());
    return builder.serve(new ReleaseRpc(shuffler, replies)).onDrain(shuffler::drain).start();
  }

  private GrpcServer operatorPort(ShufflerConfig config, Endpoint endpoint) {
    return port(
            "shuffler-operators", endpoint, config.operators().limits(), config.operators().names())
        .serve(new ShufflerOperatorRpc(shuffler, subscribers))
        .header(OperatorToken.HEADER)
        .check(new OperatorToken(config.operators().token(), Set.of("Enrol", "Revoke")))
        .start();
  }

  /** On the network only named peers may call; inside the process everyone is the process. */
  private static GrpcServer.Builder port(
      String name, Endpoint endpoint, ServerLimits limits, List<String> peers) {
    GrpcServer.Builder builder = GrpcServer.builder(name, endpoint, limits);
    return endpoint instanceof Endpoint.Network ? builder.check(new PeerCheck(peers)) : builder;
  }

  private Shuffler.Parts parts(
      ShufflerConfig config, Store.Opener opener, LongSupplier nanoTime, SecureRandom random) {
    return new Shuffler.Parts(
        config.data().resolve("models"),
        opener,
        config.rounds(),
        config.intake(),
        nanoTime,
        freeDisk(config.data()),
        random,
        config.clients().maxEnrolled(),
        config.clients().limits().maxMessage().bytes(),
        subscribers,
        metrics.registry());
  }

  private static Store.Opener rocks(ShufflerConfig config) {
    long buffer = config.intake().writeBuffer().bytes();
    return () -> new RocksStore(config.data().resolve("store"), buffer);
  }

  private static LongSupplier freeDisk(Path data) {
    try {
      Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException("data folder cannot be made: " + data, e);
    }
    // Asked through the folder each time: another disk may be mounted there later.
    return () -> data.toFile().getUsableSpace();
  }

  private static void warnOfWeakPromises(ShufflerConfig config) {
    if (config.rounds().population() != PopulationCheck.ANSWERED) {
      LOG.atWarn()
          .addKeyValue("population", config.rounds().population())
          .log(
              "WEAKER PROMISE: batches are released without counting the clients that answered;"
                  + " the stated epsilon then rests on the operator's word");
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, "shuffler-" + name);
    thread.setDaemon(true);
    return thread;
  }
}
