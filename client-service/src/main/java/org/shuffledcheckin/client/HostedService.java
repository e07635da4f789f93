package org.shuffledcheckin.client;

import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.ClientHost;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.HostLog;
import org.shuffledcheckin.client.host.HostMetrics;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;

/** A running host with its channel, its metrics and its operations port. */
final class HostedService implements AutoCloseable {
  private static final long CHANNEL_SECONDS = 5;

  private final ManagedChannel channel;
  private final ServiceMetrics metrics;
  private final ClientHost host;
  private final Optional<OperationsServer> operations;

  private HostedService(
      ManagedChannel channel,
      ServiceMetrics metrics,
      ClientHost host,
      Optional<OperationsServer> operations) {
    this.channel = channel;
    this.metrics = metrics;
    this.host = host;
    this.operations = operations;
  }

  static HostedService start(
      HostSettings settings,
      Path state,
      Optional<Path> journalMark,
      ManagedChannel channel,
      OperationsConfig port,
      HostListener listener)
      throws IOException {
    return start(settings, state, journalMark, channel, port, listener, UnaryOperator.identity());
  }

  /** Starts a host that calls what {@code watched} makes of the shuffler. */
  static HostedService start(
      HostSettings settings,
      Path state,
      Optional<Path> journalMark,
      ManagedChannel channel,
      OperationsConfig port,
      HostListener listener,
      UnaryOperator<Shuffler> watched)
      throws IOException {
    ServiceMetrics metrics = new ServiceMetrics();
    try {
      HostListener all =
          HostListener.all(
              new HostMetrics(metrics.registry(), settings.clients()),
              new HostLog(settings.clients()),
              listener);
      ClientHost host =
          new ClientHost(
              settings, state, journalMark, watched.apply(new GrpcShuffler(channel)), all);
      HostedService service =
          new HostedService(channel, metrics, host, operations(port, metrics, host));
      host.start();
      return service;
    } catch (IOException | RuntimeException e) {
      metrics.close();
      channel.shutdownNow();
      throw e;
    }
  }

  private static Optional<OperationsServer> operations(
      OperationsConfig port, ServiceMetrics metrics, ClientHost host) {
    if (!port.enabled()) {
      return Optional.empty();
    }
    Readiness readiness =
        new Readiness()
            .check(
                "shuffler",
                () ->
                    host.isConnected()
                        ? Optional.empty()
                        : Optional.of("the shuffler has not been heard of"));
    return Optional.of(OperationsServer.start(port, metrics, readiness));
  }

  boolean isConnected() {
    return host.isConnected();
  }

  Optional<Integer> operationsPort() {
    return operations.map(OperationsServer::port);
  }

  @Override
  public void close() throws IOException {
    operations.ifPresent(OperationsServer::close);
    host.close();
    channel.shutdown();
    try {
      if (!channel.awaitTermination(CHANNEL_SECONDS, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
    metrics.close();
  }
}
