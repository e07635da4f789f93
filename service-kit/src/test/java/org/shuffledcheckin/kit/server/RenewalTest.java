package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.kit.tls.TlsReloader;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;

/** Certificates, roots and revocations change while a server and its callers run. */
class RenewalTest {
  private static final Set<String> SHUFFLER = Set.of(PeerNames.role("shuffler"));
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path folder;
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final List<AutoCloseable> open = new java.util.ArrayList<>();

  private static final class Counts extends ShufflerOperatorGrpc.ShufflerOperatorImplBase {
    @Override
    public void getShuffler(GetShufflerRequest request, StreamObserver<GetShufflerReply> reply) {
      reply.onNext(GetShufflerReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  @AfterEach
  void closeAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private <T extends AutoCloseable> T closeLater(T resource) {
    open.add(resource);
    return resource;
  }

  private TlsFiles withList(TlsFiles issued) {
    return new TlsFiles(
        issued.certificate(),
        issued.key(),
        issued.trust(),
        Optional.of(folder.resolve(DevelopmentAuthority.REVOKED)));
  }

  private GrpcServer serve(TlsIdentity identity) {
    return closeLater(
        GrpcServer.builder(
                "renewed",
                new Endpoint.Network("127.0.0.1", 0, identity, ClientCertificates.REQUIRED),
                TestServers.limits())
            .serve(new Counts())
            .start());
  }

  private ManagedChannel connect(GrpcServer server, TlsIdentity as) {
    ManagedChannel channel = GrpcChannels.connect("localhost", server.port(), as.channel(SHUFFLER));
    open.add(() -> GrpcChannels.close(channel));
    return channel;
  }

  private static void call(ManagedChannel channel) {
    var stub =
        ShufflerOperatorGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
    assertThat(stub.getShuffler(GetShufflerRequest.getDefaultInstance())).isNotNull();
  }

  private static Status.Code code(ManagedChannel channel) {
    try {
      call(channel);
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  private static void await(ManagedChannel channel, Status.Code wanted) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Status.Code seen = code(channel);
    while (seen != wanted && System.nanoTime() - end < 0) {
      channel.resetConnectBackoff();
      seen = code(channel);
    }
    assertThat(seen).isEqualTo(wanted);
  }

  private X509Certificate certificate(TlsFiles files) throws Exception {
    try (var in = java.nio.file.Files.newInputStream(files.certificate())) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Test
  void revoke_callerThatIsConnected_isRefusedOnItsOldConnectionAndOnNewOnes() throws Exception {
    authority.revoke(folder, Optional.empty());
    TlsFiles own = authority.issueServer("shuffler", List.of("localhost")).writeTo(folder, "s");
    TlsReloader reloader = closeLater(TlsReloader.start(withList(own)));
    GrpcServer server = serve(reloader.identity());
    TlsIdentity thief = authority.issueClient("aggregator");
    TlsFiles stolen = thief.writeTo(folder, "stolen");
    ManagedChannel channel = connect(server, thief);
    call(channel);
    authority.revoke(folder, Optional.of(certificate(stolen)));
    // On the connection that it has: refused by name, not by a broken handshake.
    await(channel, Status.Code.UNAUTHENTICATED);
    ManagedChannel again = connect(server, thief);
    assertThatThrownBy(() -> call(again))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("UNAVAILABLE");
    ManagedChannel other = connect(server, authority.issueClient("aggregator"));
    assertThatCode(() -> call(other)).doesNotThrowAnyException();
  }

  @Test
  void revoke_server_isRefusedByADiallerThatRuns() throws Exception {
    authority.revoke(folder, Optional.empty());
    TlsIdentity shuffler = authority.issueServer("shuffler", List.of("localhost"));
    TlsFiles stolen = shuffler.writeTo(folder, "stolen");
    GrpcServer server = serve(shuffler);
    TlsReloader dialler =
        closeLater(
            TlsReloader.start(
                withList(authority.issueClient("aggregator").writeTo(folder, "dialler"))));
    ManagedChannel channel = connect(server, dialler.identity());
    dialler.onChange(channel::enterIdle);
    call(channel);
    authority.revoke(folder, Optional.of(certificate(stolen)));
    await(channel, Status.Code.UNAVAILABLE);
  }

  @Test
  void renew_newAuthority_isTrustedWithoutARestart() {
    TlsFiles own = authority.issueServer("shuffler", List.of("localhost")).writeTo(folder, "s");
    TlsReloader reloader = closeLater(TlsReloader.start(own));
    GrpcServer server = serve(reloader.identity());
    DevelopmentAuthority next = DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    ManagedChannel channel = connect(server, next.issueClient("aggregator"));
    assertThatThrownBy(() -> call(channel)).isInstanceOf(StatusRuntimeException.class);
    TlsFiles unused = next.issueServer("shuffler", List.of("localhost")).writeTo(folder, "s");
    await(channel, Status.Code.OK);
  }
}
