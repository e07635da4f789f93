package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.RevokeReply;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;

/** An operators' port lets in who carries the right name, and takes orders with the token only. */
class OperatorAccessTest {
  private static final String TOKEN = "0123456789abcdef";

  @TempDir private Path folder;
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final AtomicInteger orders = new AtomicInteger();
  private GrpcServer server;

  private final class Orders extends ShufflerOperatorGrpc.ShufflerOperatorImplBase {
    @Override
    public void getShuffler(GetShufflerRequest request, StreamObserver<GetShufflerReply> reply) {
      reply.onNext(GetShufflerReply.getDefaultInstance());
      reply.onCompleted();
    }

    @Override
    public void revoke(RevokeRequest request, StreamObserver<RevokeReply> reply) {
      orders.incrementAndGet();
      reply.onNext(RevokeReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  @BeforeEach
  void start() {
    server = serve(Optional.of(Secret.of(TOKEN)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private GrpcServer serve(Optional<Secret> token) {
    return GrpcServer.builder(
            "operators",
            new Endpoint.Network(
                "127.0.0.1",
                0,
                authority.issueServer("shuffler", List.of("localhost")),
                ClientCertificates.REQUIRED),
            TestServers.limits())
        .serve(new Orders())
        .header(OperatorToken.HEADER)
        .check(new OperatorToken(token, Set.of("Revoke")))
        .check(new PeerCheck(List.of(PeerNames.role("operator:shuffler"))))
        .start();
  }

  private OperatorClient dial(GrpcServer to, String role, String token) {
    return new OperatorClient(
        "shuffler",
        "localhost",
        to.port(),
        authority.issueClient(role).writeTo(folder, "operator"),
        Secret.of(token));
  }

  private void order(GrpcServer to, String role, String token) {
    try (OperatorClient client = dial(to, role, token)) {
      ShufflerOperatorGrpc.ShufflerOperatorBlockingStub stub = stub(client);
      client.call(() -> stub.revoke(RevokeRequest.getDefaultInstance()));
    }
  }

  private static ShufflerOperatorGrpc.ShufflerOperatorBlockingStub stub(OperatorClient client) {
    return client
        .stub(ShufflerOperatorGrpc::newBlockingStub)
        .withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  private void assertRefused(GrpcServer to, String role, String token, Refusal reason) {
    assertThatThrownBy(() -> order(to, role, token))
        .isInstanceOfSatisfying(
            OperatorCallException.class, refused -> assertThat(refused.refusal()).contains(reason));
    assertThat(orders).hasValue(0);
  }

  @Test
  void order_ownOperatorWithTheToken_isTaken() {
    order(server, "operator:shuffler", TOKEN);
    assertThat(orders).hasValue(1);
  }

  /** As long as the token, shorter, longer, and alike to the last but one character. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0123456789abcde",
        "0123456789abcdeX",
        "X123456789abcdef",
        "0123456789abcdef0",
        "0123456789ABCDEF",
        "wrong"
      })
  void order_wrongToken_isRefused(String token) {
    assertRefused(server, "operator:shuffler", token, Refusal.NOT_AUTHENTICATED);
  }

  @Test
  void order_withoutAnyToken_isRefused() {
    ManagedChannel channel =
        GrpcChannels.connect(
            "localhost",
            server.port(),
            authority.issueClient("operator:shuffler").channel(Set.of(PeerNames.role("shuffler"))));
    try {
      var stub =
          ShufflerOperatorGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
      assertThatThrownBy(() -> stub.revoke(RevokeRequest.getDefaultInstance()))
          .hasMessageContaining("NOT_AUTHENTICATED");
      assertThat(stub.getShuffler(GetShufflerRequest.getDefaultInstance())).isNotNull();
    } finally {
      GrpcChannels.close(channel);
    }
    assertThat(orders).hasValue(0);
  }

  @Test
  void order_noTokenConfigured_isAlwaysRefused() {
    try (GrpcServer tokenless = serve(Optional.empty())) {
      assertRefused(tokenless, "operator:shuffler", TOKEN, Refusal.NOT_AUTHENTICATED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operator:aggregator",
        "operator",
        "aggregator",
        "shuffler",
        "client:1",
        "operator:shuffler:x"
      })
  void order_certificateOfAnotherRole_isRefusedDespiteTheToken(String role) {
    assertRefused(server, role, TOKEN, Refusal.NOT_AUTHORISED);
  }

  @Test
  void read_certificateOfAnotherRole_isRefused() {
    try (OperatorClient client = dial(server, "operator:aggregator", TOKEN)) {
      var stub = stub(client);
      assertThatThrownBy(
              () -> client.call(() -> stub.getShuffler(GetShufflerRequest.getDefaultInstance())))
          .isInstanceOf(OperatorCallException.class)
          .hasMessageContaining("NOT_AUTHORISED");
    }
  }

  @Test
  void dial_aggregatorInPlaceOfTheShuffler_isRefusedBeforeTheTokenIsShown() {
    try (GrpcServer impostor =
        GrpcServer.builder(
                "impostor",
                new Endpoint.Network(
                    "127.0.0.1",
                    0,
                    authority.issueServer("aggregator", List.of("localhost")),
                    ClientCertificates.OPTIONAL),
                TestServers.limits())
            .serve(new Orders())
            .start()) {
      assertThatThrownBy(() -> order(impostor, "operator:shuffler", TOKEN))
          .isInstanceOf(OperatorCallException.class)
          .hasMessageContaining("cannot be asked");
    }
    assertThat(orders).hasValue(0);
  }

  @Test
  void check_withoutNames_isRefused() {
    assertThatThrownBy(() -> new PeerCheck(List.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> new PeerCheck(List.of("x"))).doesNotThrowAnyException();
  }
}
