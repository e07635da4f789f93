package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.RoundId;

class GrpcServerTest {
  private static final Set<String> SHUFFLER = Set.of(PeerNames.role("shuffler"));

  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final TlsIdentity identity = authority.issueServer("shuffler", List.of("localhost"));
  private final CompletableFuture<Metadata> seenHeaders = new CompletableFuture<>();
  private final CompletableFuture<Set<String>> seenPeer = new CompletableFuture<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private GrpcServer server;

  /** Fails in the way its request's round number names. */
  private static final class Failing extends CheckInGrpc.CheckInImplBase {
    @Override
    public void deliver(DeliverRequest request, StreamObserver<DeliverReply> reply) {
      if (request.getId().getNumber() == 1) {
        throw new IllegalStateException("secret of client 7");
      } else if (request.getId().getNumber() == 2) {
        throw new RefusedException(Refusal.BUSY, "later");
      } else if (request.getId().getNumber() == 3) {
        reply.onError(new IllegalStateException("secret of client 7"));
        return;
      }
      reply.onNext(DeliverReply.getDefaultInstance());
      reply.onCompleted();
    }
  }

  private final ServerInterceptor witness =
      new ServerInterceptor() {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
          seenHeaders.complete(headers);
          seenPeer.complete(PeerNames.of(call.getAttributes()));
          return Contexts.interceptCall(Context.current(), call, headers, next);
        }
      };

  @BeforeEach
  void start() {
    server =
        GrpcServer.builder(
                "test",
                new Endpoint.Network("127.0.0.1", 0, identity, ClientCertificates.REQUIRED),
                TestServers.limits())
            .serve(new Failing())
            .check(witness)
            .header("operator-token")
            .start();
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }

  private ChannelCredentials dialler(String role) {
    return authority.issueClient(role).channel(SHUFFLER);
  }

  private ManagedChannel connect(ChannelCredentials credentials) {
    ManagedChannel channel = GrpcChannels.connect("localhost", server.port(), credentials);
    channels.add(channel);
    return channel;
  }

  private CheckInGrpc.CheckInBlockingStub stub() {
    return CheckInGrpc.newBlockingStub(connect(dialler("aggregator")))
        .withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  private static DeliverRequest request(int number) {
    return DeliverRequest.newBuilder().setId(RoundId.newBuilder().setNumber(number)).build();
  }

  private Status failure(int number) {
    return catchThrowableOfType(StatusRuntimeException.class, () -> stub().deliver(request(number)))
        .getStatus();
  }

  @Test
  void call_trustedPeer_isServedAndNamed() throws Exception {
    assertThat(stub().deliver(request(4))).isEqualTo(DeliverReply.getDefaultInstance());
    assertThat(seenPeer.get(5, TimeUnit.SECONDS)).contains(PeerNames.role("aggregator"));
  }

  @Test
  void call_headers_onlyThoseAskedForArrive() throws Exception {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("operator-token", Metadata.ASCII_STRING_MARSHALLER), "t");
    headers.put(Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER), "me");
    assertThat(
            stub()
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .deliver(request(4)))
        .isNotNull();
    assertThat(seenHeaders.get(5, TimeUnit.SECONDS).keys()).containsExactly("operator-token");
  }

  @Test
  void call_withoutOrWithForeignCertificate_failsInTheHandshake() {
    DevelopmentAuthority stranger =
        DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    for (ChannelCredentials credentials :
        List.of(
            TlsIdentity.anonymous(authority.certificatePem()).channel(SHUFFLER),
            stranger.issueClient("aggregator").channel(SHUFFLER))) {
      CheckInGrpc.CheckInBlockingStub refused =
          CheckInGrpc.newBlockingStub(connect(credentials)).withDeadlineAfter(20, TimeUnit.SECONDS);
      assertThatThrownBy(() -> refused.deliver(request(4)))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("UNAVAILABLE");
    }
    assertThat(seenPeer).isNotDone();
  }

  @Test
  void handshake_olderTls_isRefused() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustEveryone()}, new SecureRandom());
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void connect_beyondTheLimit_closesTheStrangerThatWaitedLongest() throws Exception {
    ServerLimits two = TestServers.limits(Map.of("max-connections", "2", "shutdown-grace", "1s"));
    try (GrpcServer small =
            GrpcServer.builder(
                    "small",
                    new Endpoint.Network("127.0.0.1", 0, identity, ClientCertificates.REQUIRED),
                    two)
                .serve(new Failing())
                .start();
        Socket first = dial(small);
        Socket second = dial(small)) {
      assertThat(isOpen(first) && isOpen(second)).isTrue();
      try (Socket third = dial(small)) {
        assertThat(first.getInputStream().read()).as("closed by the server").isEqualTo(-1);
        assertThat(isOpen(second) && isOpen(third)).isTrue();
      }
    }
  }

  private static Socket dial(GrpcServer server) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  /** A server that keeps a connection says nothing before the handshake. */
  private static boolean isOpen(Socket socket) throws IOException {
    socket.setSoTimeout(300);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException silent) {
      return true;
    } catch (SocketException closed) {
      return false;
    }
  }

  @Test
  void call_escapedException_isInternalWithoutDetail() {
    assertThat(failure(1).getCode()).isEqualTo(Status.Code.INTERNAL);
    assertThat(failure(1).getDescription()).isNull();
    assertThat(failure(3).getCode()).isEqualTo(Status.Code.INTERNAL);
    assertThat(failure(3).getDescription()).isNull();
  }

  @Test
  void call_refusal_hasItsStatusAndReason() {
    Status status = failure(2);
    assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(Refusal.of(status)).contains(Refusal.BUSY);
    assertThat(Refusal.of(Status.NOT_FOUND)).isEqualTo(Optional.empty());
  }

  @Test
  void call_bytesThatAreNoMessage_areMalformed() {
    MethodDescriptor<byte[], DeliverReply> raw =
        CheckInGrpc.getDeliverMethod().toBuilder(
                new RawBytes(), CheckInGrpc.getDeliverMethod().getResponseMarshaller())
            .build();
    Channel channel = connect(dialler("aggregator"));
    assertThatThrownBy(
            () ->
                ClientCalls.blockingUnaryCall(
                    channel, raw, CallOptions.DEFAULT, new byte[] {(byte) 0xff, 1, 2}))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused -> assertThat(Refusal.of(refused.getStatus())).contains(Refusal.MALFORMED));
  }

  private static final class RawBytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      throw new UnsupportedOperationException("only requests are raw");
    }
  }

  @Test
  void reflection_unlessAskedFor_isOff() {
    Channel channel = connect(dialler("operator"));
    assertThatThrownBy(
            () ->
                ClientCalls.blockingServerStreamingCall(
                        channel,
                        ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
                            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                            .build(),
                        CallOptions.DEFAULT,
                        ServerReflectionRequest.getDefaultInstance())
                    .next())
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused ->
                assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED));
  }

  @Test
  void health_followsSetServing() {
    HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(connect(dialler("x")));
    assertThat(health.check(HealthCheckRequest.getDefaultInstance()).getStatus())
        .isEqualTo(ServingStatus.SERVING);
    server.setServing(false);
    assertThat(health.check(HealthCheckRequest.getDefaultInstance()).getStatus())
        .isEqualTo(ServingStatus.NOT_SERVING);
  }

  /** The test is about the protocol version; whom to trust comes later in a handshake. */
  private static final class TrustEveryone extends javax.net.ssl.X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(
        java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkServerTrusted(
        java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkClientTrusted(
        java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public java.security.cert.X509Certificate[] getAcceptedIssuers() {
      return new java.security.cert.X509Certificate[0];
    }
  }
}
