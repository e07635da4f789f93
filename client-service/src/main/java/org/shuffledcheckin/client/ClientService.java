package org.shuffledcheckin.client;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.config.ClientConfig;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.config.HostConfig;
import org.shuffledcheckin.client.config.ShufflerAddress;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.PollingShuffler;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.ClientHost;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.HostLog;
import org.shuffledcheckin.client.host.HostMetrics;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.kit.sealing.ModelKeys;
import org.shuffledcheckin.kit.signing.BundleFile;
import org.shuffledcheckin.kit.tls.TlsReloader;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * One client, or a fleet of simulated ones in one process, as a running service: subscribes at the
 * shuffler, decides on its own, pledges and delivers. Each client has its own record, draws, ledger
 * and credential; draws and charges are durable before they are acted on, so a restart never draws
 * twice.
 */
public final class ClientService implements AutoCloseable {
  private static final long CHANNEL_SECONDS = 5;

  private final ScheduledExecutorService poller =
      Executors.newSingleThreadScheduledExecutor(ClientService::daemon);
  private final ServiceMetrics metrics = new ServiceMetrics();
  private final TlsReloader tls;
  private final ManagedChannel channel;
  private final int clients;
  private final ClientHost host;
  private final Optional<OperationsServer> operations;

  private ClientService(
      HostConfig config,
      HostSettings settings,
      HostListener listener,
      UnaryOperator<Shuffler> watched)
      throws IOException {
    tls = config.shuffler().tls().bindTo(metrics.registry(), "dial");
    channel = connect(config.shuffler());
    clients = settings.clients();
    try {
      host =
          new ClientHost(
              settings,
              config.state(),
              config.journalMark(),
              watched.apply(shuffler(config, settings)),
              HostListener.all(
                  new HostMetrics(metrics.registry(), clients),
                  new HostLog(config instanceof FleetConfig),
                  listener));
    } catch (IOException | RuntimeException e) {
      disconnect();
      throw e;
    }
    try {
      operations =
          config.operations().enabled()
              ? Optional.of(OperationsServer.start(config.operations(), metrics, readiness()))
              : Optional.empty();
      host.start();
    } catch (RuntimeException e) {
      host.close();
      disconnect();
      throw e;
    }
  }

  /**
   * Starts a client that keeps to its own lifetime budget, whoever announces what. Its sealed
   * reports are durable before they are sent, so a restart sends no other bytes.
   *
   * @param records the data set that its own records are in
   * @param listener hears how it goes
   * @throws IOException if token or journal cannot be used
   */
  public static ClientService start(ClientConfig config, Dataset records, HostListener listener)
      throws IOException {
    Credentials credentials =
        config.tokenFile().isPresent()
            ? Credentials.read(config.tokenFile().get())
            : Credentials.byCertificate();
    HostSettings settings =
        new HostSettings(
            config.records().of(records, 1),
            credentials,
            rules(config, config.policy().lifetime().menu()),
            new HostSettings.Drawing(
                ClientRandomness.secure(), config.sitOut().rule(), 0, DropoutStage.PLEDGE),
            new HostSettings.Delivery(
                true, 1, 1, config.retry(), config.shuffler().maxMessage().bytes()));
    return new ClientService(config, settings, listener, UnaryOperator.identity());
  }

  /**
   * Starts a fleet whose clients each keep to a lifetime budget of their own. Sealed reports are
   * not kept on disk, so a client whose report is under way when the process dies stays silent in
   * that round.
   *
   * @param records the data set that the clients' records are in
   * @param randomness {@link ClientRandomness#secure} but in tests and simulations
   * @param listener hears how it goes
   * @throws IOException if tokens or journal cannot be used
   */
  public static ClientService startFleet(
      FleetConfig config, Dataset records, ClientRandomness randomness, HostListener listener)
      throws IOException {
    return startFleet(config, records, randomness, listener, UnaryOperator.identity());
  }

  /**
   * Starts a fleet whose calls to the shuffler somebody watches, such as a load test.
   *
   * @param watched gives back what is called instead of the shuffler, and calls that
   * @throws IOException if tokens or journal cannot be used
   */
  public static ClientService startFleet(
      FleetConfig config,
      Dataset records,
      ClientRandomness randomness,
      HostListener listener,
      UnaryOperator<Shuffler> watched)
      throws IOException {
    Credentials credentials = Credentials.read(config.tokenFile());
    int clients = config.clients() > 0 ? config.clients() : credentials.clients();
    HostSettings settings =
        new HostSettings(
            config.records().of(records, clients),
            credentials,
            rules(
                config,
                config.unlimited() ? FilterMenu.unlimited() : config.policy().lifetime().menu()),
            new HostSettings.Drawing(
                randomness, config.sitOut().rule(), config.dropoutRate(), config.dropoutStage()),
            new HostSettings.Delivery(
                false,
                config.threadCount(),
                config.window(),
                config.retry(),
                config.shuffler().maxMessage().bytes()));
    return new ClientService(config, settings, listener, watched);
  }

  private static HostSettings.Rules rules(HostConfig config, FilterMenu menu) {
    return new HostSettings.Rules(
        BundleFile.open(config.aggregatorBundle())::verify,
        config.policy(),
        menu,
        Clock.systemUTC(),
        config.modelKeys().map(ModelKeys::read).orElse(ModelKeys.NONE));
  }

  private Shuffler shuffler(HostConfig config, HostSettings settings) {
    Shuffler streaming = new GrpcShuffler(channel, settings.credentials());
    return config
        .shuffler()
        .pollEvery()
        .<Shuffler>map(
            every -> new PollingShuffler(streaming, every, config.retry().timeout(), poller))
        .orElse(streaming);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "client-poller");
    thread.setDaemon(true);
    return thread;
  }

  /** How many clients there are. */
  public int clients() {
    return clients;
  }

  /** Whether the shuffler has been heard of and not been lost since. */
  public boolean isConnected() {
    return host.isConnected();
  }

  /** The operations port, if there is one. */
  public Optional<Integer> operationsPort() {
    return operations.map(OperationsServer::port);
  }

  /** Stops; nothing durable is lost. */
  @Override
  public void close() throws IOException {
    operations.ifPresent(OperationsServer::close);
    host.close();
    disconnect();
  }

  private ManagedChannel connect(ShufflerAddress shuffler) {
    try {
      return shuffler.connect(tls);
    } catch (RuntimeException e) {
      tls.close();
      throw e;
    }
  }

  private void disconnect() {
    poller.shutdownNow();
    channel.shutdown();
    try {
      if (!channel.awaitTermination(CHANNEL_SECONDS, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
    tls.close();
    metrics.close();
  }

  private Readiness readiness() {
    return new Readiness()
        .check("certificate", tls::problem)
        .check(
            "shuffler",
            () ->
                isConnected()
                    ? Optional.empty()
                    : Optional.of("the shuffler has not been heard of"));
  }
}
