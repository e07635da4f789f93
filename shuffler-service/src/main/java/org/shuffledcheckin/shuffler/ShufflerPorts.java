package org.shuffledcheckin.shuffler;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.server.Caller;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.PeerCheck;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.rpc.CallCredential;
import org.shuffledcheckin.shuffler.rpc.CheckInRpc;
import org.shuffledcheckin.shuffler.rpc.PortPools;
import org.shuffledcheckin.shuffler.rpc.ReleaseRpc;
import org.shuffledcheckin.shuffler.rpc.ShufflerOperatorRpc;
import org.shuffledcheckin.shuffler.rpc.Subscribers;

/** The shuffler's three gRPC ports: all of them, or none where one cannot be had. */
final class ShufflerPorts implements AutoCloseable {
  private final Shuffler shuffler;
  private final Subscribers subscribers;
  private final Executor replies;
  private final OperatorJournal journal;
  private final List<GrpcServer> started = new ArrayList<>();
  private final GrpcServer clients;
  private final GrpcServer aggregator;
  private final GrpcServer operators;

  ShufflerPorts(
      ShufflerConfig config,
      ShufflerEndpoints endpoints,
      Shuffler shuffler,
      Subscribers subscribers,
      Executor replies,
      OperatorJournal journal) {
    this.shuffler = shuffler;
    this.subscribers = subscribers;
    this.replies = replies;
    this.journal = journal;
    try {
      operators = start(operatorPort(config.operators(), endpoints.operators()));
      aggregator = start(aggregatorPort(config.aggregator(), endpoints.aggregator()));
      clients = start(clientPort(config.clients(), endpoints.clients()));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  GrpcServer clients() {
    return clients;
  }

  GrpcServer aggregator() {
    return aggregator;
  }

  GrpcServer operators() {
    return operators;
  }

  /** Tells health checks whether work is taken. */
  void setServing(boolean serving) {
    clients.setServing(serving);
    aggregator.setServing(serving);
  }

  /** Ends the ports, the clients' first. */
  @Override
  public void close() {
    for (int i = started.size() - 1; i >= 0; i--) {
      started.get(i).close();
    }
  }

  private GrpcServer start(GrpcServer.Builder port) {
    GrpcServer server = port.start();
    started.add(server);
    return server;
  }

  private GrpcServer.Builder clientPort(ShufflerConfig.Clients config, Endpoint endpoint) {
    CallCredential credential = new CallCredential(shuffler.clients(), config.authentication());
    GrpcServer.Builder port = GrpcServer.builder("shuffler-clients", endpoint, config.limits());
    return PortPools.clients(port, config.calls())
        .callers(credential)
        .serve(new CheckInRpc(shuffler, subscribers, replies))
        .header(CredentialHeader.NAME)
        .check(credential)
        .onDrain(subscribers::close)
        .reflection(config.reflection());
  }

  private GrpcServer.Builder aggregatorPort(ShufflerConfig.Aggregator config, Endpoint endpoint) {
    return PortPools.aggregator(port("shuffler-release", endpoint, config.limits(), config.names()))
        .serve(new ReleaseRpc(shuffler, replies))
        .onDrain(shuffler::drain);
  }

  private GrpcServer.Builder operatorPort(ShufflerConfig.Operators config, Endpoint endpoint) {
    return PortPools.operators(
            port("shuffler-operators", endpoint, config.limits(), config.names()))
        .serve(new ShufflerOperatorRpc(shuffler, subscribers, journal))
        .check(new Caller())
        .header(OperatorToken.HEADER)
        .check(new OperatorToken(config.token(), Set.of("Enrol", "Revoke")));
  }

  /** On the network only named peers may call; inside the process everyone is the process. */
  private static GrpcServer.Builder port(
      String name, Endpoint endpoint, ServerLimits limits, List<String> peers) {
    GrpcServer.Builder builder = GrpcServer.builder(name, endpoint, limits);
    return endpoint instanceof Endpoint.Network ? builder.check(new PeerCheck(peers)) : builder;
  }
}
