package org.shuffledcheckin.shuffler;

import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.DaemonThreads;
import org.shuffledcheckin.kit.tls.CertificateMetrics;
import org.shuffledcheckin.shuffler.config.PopulationCheck;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Platform;
import org.shuffledcheckin.shuffler.core.Shuffler;
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
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Shuffler shuffler;
  private final ExecutorService replies =
      Executors.newFixedThreadPool(REPLY_THREADS, new DaemonThreads("shuffler-replies"));
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("shuffler-clock"));
  private final ShufflerPorts ports;
  private final Optional<OperationsServer> operations;
  private final ScheduledFuture<?> ticking;

  private ShufflerService(
      ShufflerConfig config, ShufflerEndpoints endpoints, Store.Opener opener, Platform platform) {
    warnOfWeakPromises(config);
    config.tls().ifPresent(files -> CertificateMetrics.bind(files, metrics.registry()));
    Subscribers subscribers = new Subscribers(config.clients().maxSubscriptions());
    shuffler = new Shuffler(config, opener, platform, subscribers, metrics.registry());
    Gauge.builder("checkin.shuffler.population", () -> 1)
        .description("What must reach a round's number of clients before its batch is released")
        .tag("check", config.rounds().population().name().toLowerCase(Locale.ROOT))
        .register(metrics.registry());
    ports =
        orStop(
            () -> new ShufflerPorts(config, endpoints, shuffler, subscribers, replies), () -> {});
    operations = orStop(() -> startOperations(config.operations()), ports::close);
    ticking =
        ticker.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    LOG.atInfo()
        .addKeyValue("clients_port", clientsPort())
        .addKeyValue("aggregator_port", aggregatorPort())
        .addKeyValue("operators_port", operatorsPort())
        .log("shuffler started");
  }

  /** Starts a shuffler on the ports that its configuration names. */
  public static ShufflerService start(ShufflerConfig config) {
    ShufflerEndpoints endpoints = ShufflerEndpoints.configured(config);
    long buffer = config.intake().writeBuffer().bytes();
    try {
      return start(
          config,
          endpoints,
          () -> new RocksStore(config.data().resolve("store"), buffer),
          Platform.of(config.data()));
    } catch (StoreException e) {
      throw new UncheckedIOException(
          "data folder %s: %s".formatted(config.data(), e.getMessage()), new IOException(e));
    }
  }

  /** Starts a shuffler that is reached otherwise, or on another store, clock or randomness. */
  static ShufflerService start(
      ShufflerConfig config, ShufflerEndpoints endpoints, Store.Opener opener, Platform platform) {
    return new ShufflerService(config, endpoints, opener, platform);
  }

  /** The port for clients; -1 inside one process. */
  public int clientsPort() {
    return ports.clients().port();
  }

  /** The port for the aggregator; -1 inside one process. */
  public int aggregatorPort() {
    return ports.aggregator().port();
  }

  /** The port for operators; -1 inside one process. */
  public int operatorsPort() {
    return ports.operators().port();
  }

  /** The operations port, if there is one. */
  public Optional<Integer> operationsPort() {
    return operations.map(OperationsServer::port);
  }

  /** Enrols clients without the operators' port, for whoever runs the shuffler inside a process. */
  public List<byte[]> enrol(int count) {
    List<byte[]> tokens = new ArrayList<>(count);
    while (tokens.size() < count) {
      tokens.addAll(
          shuffler
              .clients()
              .enrol(Math.min(count - tokens.size(), WireLimits.CLIENTS_PER_MESSAGE)));
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
    ports.close();
    ticking.cancel(false);
    stopCore();
  }

  private void stopCore() {
    ticker.shutdown();
    shuffler.close();
    replies.shutdown();
    metrics.close();
  }

  /** Lets go of the store, and of what else was started, where a port cannot be had. */
  private <T> T orStop(Supplier<T> start, Runnable stopOthers) {
    try {
      return start.get();
    } catch (RuntimeException e) {
      stopOthers.run();
      stopCore();
      throw e;
    }
  }

  private Optional<OperationsServer> startOperations(OperationsConfig config) {
    if (!config.enabled()) {
      return Optional.empty();
    }
    Readiness readiness = new Readiness();
    shuffler.addChecks(readiness);
    return Optional.of(OperationsServer.start(config, metrics, readiness));
  }

  private void tick() {
    try {
      shuffler.tick().get();
      ports.setServing(shuffler.isReady());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      // The store failed; the next tick tries to open it again.
      LOG.atWarn()
          .addKeyValue("exception", e.getCause().getClass().getName())
          .log("rounds could not be looked after");
    }
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
}
