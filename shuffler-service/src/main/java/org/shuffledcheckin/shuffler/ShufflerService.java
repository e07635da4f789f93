package org.shuffledcheckin.shuffler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.journal.Order;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.DaemonThreads;
import org.shuffledcheckin.kit.tls.TlsReloader;
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
  private final Optional<TlsReloader> tls;
  private final OperatorJournal journal;
  private final ShufflerPorts ports;
  private final Optional<OperationsServer> operations;
  private final ScheduledFuture<?> ticking;

  /** Where it is reached, and what keeps its certificate up to date. */
  private record Reached(ShufflerEndpoints endpoints, Optional<TlsReloader> tls) {}

  private ShufflerService(
      ShufflerConfig config, Reached reached, Store.Opener opener, Platform platform) {
    tls = reached.tls();
    tls.ifPresent(reloader -> reloader.bindTo(metrics.registry(), "serve"));
    Subscribers subscribers = new Subscribers();
    shuffler = new Shuffler(config, opener, platform, subscribers, metrics.registry());
    journal = orStop(() -> journal(config), () -> {});
    ports =
        orStop(
            () ->
                new ShufflerPorts(
                    config, reached.endpoints(), shuffler, subscribers, replies, journal),
            journal::close);
    operations =
        orStop(
            () -> startOperations(config.operations()),
            () -> {
              ports.close();
              journal.close();
            });
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
    TlsReloader tls =
        TlsReloader.start(
            config
                .tls()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "tls.certificate, tls.key and tls.trust are required")));
    try {
      return start(config, tls);
    } catch (RuntimeException e) {
      tls.close();
      throw e;
    }
  }

  private static ShufflerService start(ShufflerConfig config, TlsReloader tls) {
    long buffer = config.intake().writeBuffer().bytes();
    try {
      return new ShufflerService(
          config,
          new Reached(ShufflerEndpoints.network(config, tls.identity()), Optional.of(tls)),
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
    return new ShufflerService(config, new Reached(endpoints, Optional.empty()), opener, platform);
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

  /** What its operators ordered. */
  OperatorJournal journal() {
    return journal;
  }

  /** Enrols clients without the operators' port, for whoever runs the shuffler inside a process. */
  public List<byte[]> enrol(int count) {
    journal.append(Operator.local("the process itself"), Order.about(Action.ENROL, count));
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
    journal.close();
    ticking.cancel(false);
    stopCore();
  }

  private void stopCore() {
    ticker.shutdown();
    shuffler.close();
    replies.shutdown();
    tls.ifPresent(TlsReloader::close);
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
    tls.ifPresent(reloader -> readiness.check("certificate", reloader::problem));
    return Optional.of(
        OperationsServer.start(
            config, metrics, readiness, tls.map(TlsReloader::identity), routes -> {}));
  }

  private static OperatorJournal journal(ShufflerConfig config) {
    return OperatorJournal.open(
        config.data().resolve(OperatorJournal.FILE), "shuffler", Clock.systemUTC());
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
}
