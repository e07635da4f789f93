package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettySslContextServerCredentials;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;

/** Who may pass as whom, over real sockets. */
class PeerIdentityTest {
  private static final Set<String> SHUFFLER = Set.of(PeerNames.role("shuffler"));
  private static final List<String> LOCALHOST = List.of("localhost");

  @TempDir private Path folder;
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());

  private static GrpcServer serve(TlsIdentity identity, ClientCertificates clients) {
    return GrpcServer.builder(
            "peer", new Endpoint.Network("127.0.0.1", 0, identity, clients), TestServers.limits())
        .start();
  }

  private static void call(String host, int port, ChannelCredentials credentials) {
    ManagedChannel channel = GrpcChannels.connect(host, port, credentials);
    try {
      HealthGrpc.HealthBlockingStub health =
          HealthGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
      assertThat(health.check(HealthCheckRequest.getDefaultInstance())).isNotNull();
    } finally {
      GrpcChannels.close(channel);
    }
  }

  private static void assertRefused(int port, ChannelCredentials credentials) {
    assertThatThrownBy(() -> call("localhost", port, credentials))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("UNAVAILABLE");
  }

  private ChannelCredentials anybody() {
    return TlsIdentity.anonymous(authority.certificatePem()).channel(SHUFFLER);
  }

  @Test
  void dial_shuffler_isServed() {
    try (GrpcServer server =
        serve(authority.issueServer("shuffler", LOCALHOST), ClientCertificates.OPTIONAL)) {
      assertThatCode(() -> call("localhost", server.port(), anybody())).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregator", "operator:shuffler", "shuffler:x", "client:1"})
  void dial_serverOfAnotherRole_isRefused(String role) {
    try (GrpcServer server =
        serve(authority.issueServer(role, LOCALHOST), ClientCertificates.OPTIONAL)) {
      assertRefused(server.port(), anybody());
      assertRefused(server.port(), authority.issueClient("aggregator").channel(SHUFFLER));
    }
  }

  @Test
  void dial_rightRoleAtAnotherHost_isRefused() {
    try (GrpcServer server =
        serve(
            authority.issueServer("shuffler", List.of("elsewhere")), ClientCertificates.OPTIONAL)) {
      assertRefused(server.port(), anybody());
    }
  }

  @Test
  void serve_clientCertificate_isRefusedByDiallers() throws IOException {
    // What our own classes refuse to do, a thief would: serve with a key that is for dialling.
    TlsFiles stolen = authority.issueClient("shuffler").writeTo(folder, "stolen");
    io.grpc.Server server =
        NettyServerBuilder.forPort(
                0,
                NettySslContextServerCredentials.create(
                    GrpcSslContexts.forServer(stolen.certificate().toFile(), stolen.key().toFile())
                        .build()))
            .build()
            .start();
    try {
      assertRefused(server.getPort(), anybody());
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void dial_serverCertificate_isRefusedByServers() throws IOException {
    TlsFiles stolen = authority.issueServer("aggregator", LOCALHOST).writeTo(folder, "stolen");
    ChannelCredentials thief =
        NettySslContextChannelCredentials.create(
            GrpcSslContexts.forClient()
                .keyManager(stolen.certificate().toFile(), stolen.key().toFile())
                .trustManager(stolen.trust().toFile())
                .build());
    try (GrpcServer server =
        serve(authority.issueServer("shuffler", LOCALHOST), ClientCertificates.REQUIRED)) {
      assertRefused(server.port(), thief);
      ChannelCredentials honest = authority.issueClient("aggregator").channel(SHUFFLER);
      assertThatCode(() -> call("localhost", server.port(), honest)).doesNotThrowAnyException();
    }
  }
}
