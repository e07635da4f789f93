package org.shuffledcheckin.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ListRoundsReply;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;

class HostCredentialTest {
  private static final byte[] REVOKED = {1};
  private static final byte[] VALID = {2};

  private static final class NoRounds extends CheckInGrpc.CheckInImplBase {
    @Override
    public void listRounds(ListRoundsRequest request, StreamObserver<ListRoundsReply> reply) {
      reply.onNext(ListRoundsReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  @Test
  void call_afterOneClientWasRefused_showsTheNextOnesToken() throws Exception {
    String name = UUID.randomUUID().toString();
    try (GrpcServer server =
        GrpcServer.builder(name, new Endpoint.InProcess(name), TestServers.limits())
            .callers(
                (connection, headers) ->
                    CredentialHeader.of(headers)
                        .filter(token -> Arrays.equals(token, VALID))
                        .isPresent())
            .serve(new NoRounds())
            .start()) {
      assertThat(server.port()).isEqualTo(-1);
      ManagedChannel channel = TestServers.connect(name);
      GrpcShuffler shuffler = new GrpcShuffler(channel, Credentials.of(List.of(REVOKED, VALID)));
      assertThatThrownBy(() -> list(shuffler))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(ExchangeException.class)
          .hasMessageContaining("UNAUTHENTICATED");
      assertThat(list(shuffler)).isEmpty();
      assertThat(list(shuffler)).isEmpty();
      channel.shutdownNow();
    }
  }

  private static List<?> list(GrpcShuffler shuffler) throws Exception {
    return shuffler.listRounds(Duration.ofSeconds(20)).get(30, TimeUnit.SECONDS);
  }
}
