package org.shuffledcheckin.aggregator;

import io.grpc.ManagedChannel;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.round.FakeShuffler;
import org.shuffledcheckin.aggregator.rpc.FakeRelease;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;

/** An aggregator over loopback and mutual TLS, against the shuffler's side of the contract. */
abstract class ServiceFixture {
  static final DevelopmentAuthority AUTHORITY =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost");
  static final TlsIdentity AGGREGATOR = AUTHORITY.issue("aggregator", LOOPBACK);
  static final TlsIdentity SHUFFLER = AUTHORITY.issue("shuffler", LOOPBACK);
  static final TlsIdentity OPERATOR = AUTHORITY.issue("operator", LOOPBACK);
  static final String TOKEN = "a token for tests";

  @TempDir Path folder;
  final FakeShuffler fake = new FakeShuffler(1);
  final Map<String, String> flags = new HashMap<>();
  GrpcServer shuffler;

  @BeforeEach
  final void startShuffler() {
    fake.clients = HonestClients.reports(4, 1);
    shuffler = serve(0);
    TlsFiles tls = AGGREGATOR.writeTo(folder.resolve("keys"), "aggregator");
    flags.putAll(
        Map.ofEntries(
            Map.entry("tls.certificate", tls.certificate().toString()),
            Map.entry("tls.key", tls.key().toString()),
            Map.entry("tls.trust", tls.trust().toString()),
            Map.entry("data", folder.resolve("run").toString()),
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(shuffler.port())),
            Map.entry("shuffler.first-retry", "20ms"),
            Map.entry("shuffler.longest-retry", "50ms"),
            Map.entry("operators.port", "0"),
            Map.entry("operations.port", "0"),
            Map.entry("budget.epsilon", "10"),
            Map.entry("budget.delta", "0.00001"),
            Map.entry("check-in.clients", "100"),
            Map.entry("check-in.rate", "0.125"),
            Map.entry("randomizer.kind", "gaussian"),
            Map.entry("randomizer.clip", "0.5"),
            Map.entry("randomizer.noise-multiplier", "1"),
            Map.entry("model.name", "softmax"),
            Map.entry("model.input", "1x1x3"),
            Map.entry("model.classes", "2"),
            Map.entry("rounds.count", "3"),
            Map.entry("evaluation.every", "2")));
  }

  @AfterEach
  final void stopShuffler() {
    shuffler.close();
  }

  final GrpcServer serve(int port) {
    return GrpcServer.builder(
            "fake-shuffler",
            new Endpoint.Network("127.0.0.1", port, SHUFFLER, ClientCertificates.REQUIRED),
            TestServers.limits())
        .serve(new FakeRelease(fake))
        .start();
  }

  private AggregatorConfig config() {
    return new ConfigSource(
            Optional.empty(),
            AggregatorConfig.ENVIRONMENT,
            Map.of("CHECKIN_AGGREGATOR_OPERATORS_TOKEN", TOKEN),
            flags)
        .read(AggregatorConfig.class);
  }

  final AggregatorService start() {
    return start(Optional.empty());
  }

  final AggregatorService start(Optional<Dataset> testSet) {
    return AggregatorService.start(config(), TestAccountant.FRESH, testSet);
  }

  static AggregatorOperatorGrpc.AggregatorOperatorBlockingStub operator(ManagedChannel channel) {
    return AggregatorOperatorGrpc.newBlockingStub(channel);
  }

  static ManagedChannel dial(AggregatorService service, TlsIdentity identity) {
    return GrpcChannels.connect(
        "127.0.0.1", service.operatorPort().orElseThrow(), identity.channel());
  }

  static HttpResponse<String> get(AggregatorService service, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + service.operationsPort().orElseThrow() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
