package org.shuffledcheckin.aggregator;

import io.grpc.ManagedChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
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
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;

/** An aggregator over loopback and mutual TLS, against the shuffler's side of the contract. */
abstract class ServiceFixture {
  static final DevelopmentAuthority AUTHORITY =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost");
  static final TlsIdentity AGGREGATOR = AUTHORITY.issueServer("aggregator", LOOPBACK);
  static final TlsIdentity SHUFFLER = AUTHORITY.issueServer("shuffler", LOOPBACK);
  static final TlsIdentity OPERATOR = AUTHORITY.issueClient("operator:aggregator");
  static final TlsIdentity STRANGER = AUTHORITY.issueClient("operator:shuffler");
  static final String TOKEN = "a token for tests";

  @TempDir Path folder;
  final FakeShuffler fake = new FakeShuffler(1);
  final Map<String, String> flags = new HashMap<>();
  GrpcServer shuffler;

  @BeforeEach
  final void startShuffler() throws IOException {
    fake.clients = HonestClients.reports(4, 1);
    shuffler = serve(0);
    TlsFiles tls = AGGREGATOR.writeTo(folder.resolve("keys"), "aggregator");
    TlsFiles dial =
        AUTHORITY.issueClient("aggregator").writeTo(folder.resolve("keys"), "aggregator-client");
    TestRounds.KEYS.write(signingKey());
    flags.putAll(
        Map.ofEntries(
            Map.entry("tls.certificate", tls.certificate().toString()),
            Map.entry("tls.key", tls.key().toString()),
            Map.entry("tls.trust", tls.trust().toString()),
            Map.entry("signing-key", signingKey().toString()),
            Map.entry("data", folder.resolve("run").toString()),
            Map.entry("shuffler.certificate", dial.certificate().toString()),
            Map.entry("shuffler.key", dial.key().toString()),
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(shuffler.port())),
            Map.entry("shuffler.first-retry", "20ms"),
            Map.entry("shuffler.longest-retry", "50ms"),
            Map.entry("operators.port", "0"),
            Map.entry("operations.port", "0"),
            Map.entry("budget.epsilon", "10"),
            Map.entry("budget.delta", "0.00001"),
            Map.entry("check-in.clients", "1000"),
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

  /** The file that the aggregator signs with. */
  final Path signingKey() {
    return folder.resolve("keys").resolve("signing.json");
  }

  @AfterEach
  final void stopShuffler() {
    shuffler.close();
  }

  final GrpcServer serve(int port) {
    return serve(port, SHUFFLER);
  }

  final GrpcServer serve(int port, TlsIdentity identity) {
    return GrpcServer.builder(
            "fake-shuffler",
            new Endpoint.Network("127.0.0.1", port, identity, ClientCertificates.REQUIRED),
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
        "127.0.0.1",
        service.operatorPort().orElseThrow(),
        identity.channel(Set.of(PeerNames.role("aggregator"))));
  }

  /** A TLS connection to the operations port, as from somebody who trusts the authority. */
  static Socket secureSocket(int port) throws IOException {
    return trusting().getSocketFactory().createSocket("127.0.0.1", port);
  }

  private static SSLContext trusting() {
    try {
      KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
      roots.load(null, null);
      roots.setCertificateEntry(
          "ca",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(
                      AUTHORITY.certificatePem().getBytes(StandardCharsets.US_ASCII))));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(roots);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static HttpResponse<String> getSecurely(AggregatorService service, String path) throws Exception {
    return send(HttpRequest.newBuilder(uri(service, "https", path)).build());
  }

  static HttpResponse<String> order(AggregatorService service, String scheme, String token)
      throws Exception {
    return send(
        HttpRequest.newBuilder(uri(service, scheme, "/api/control/pause"))
            .header("operator-token", token)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build());
  }

  private static URI uri(AggregatorService service, String scheme, String path) {
    return URI.create(scheme + "://127.0.0.1:" + service.operationsPort().orElseThrow() + path);
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(trusting())
        .build()
        .send(request, HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> get(AggregatorService service, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + service.operationsPort().orElseThrow() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
