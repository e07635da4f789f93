package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;

/** What a port lets its callers use, over loopback TLS. */
class CallGateTest {
  private static final byte[] TOKEN = {1, 2, 3};
  private static final int MIB = 1 << 20;

  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final Silent service = new Silent();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<RawHttp2> raw = new ArrayList<>();
  private GrpcServer server;

  /** Says nothing to subscribers, and sends models without end. */
  private static final class Silent extends CheckInGrpc.CheckInImplBase {
    private final AtomicInteger subscribed = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();

    @Override
    public void subscribe(SubscribeRequest request, StreamObserver<RoundEvent> events) {
      subscribed.incrementAndGet();
      ((ServerCallStreamObserver<RoundEvent>) events)
          .setOnCancelHandler(cancelled::incrementAndGet);
    }

    @Override
    public void downloadModel(DownloadModelRequest request, StreamObserver<ModelChunk> chunks) {
      var call = (ServerCallStreamObserver<ModelChunk>) chunks;
      call.setOnCancelHandler(cancelled::incrementAndGet);
      ModelChunk chunk =
          ModelChunk.newBuilder().setData(ByteString.copyFrom(new byte[MIB / 4])).build();
      call.setOnReadyHandler(
          () -> {
            while (call.isReady()) {
              call.onNext(chunk);
            }
          });
    }
  }

  private void start(Map<String, String> limits, CallPool... streams) {
    Map<String, String> all = new HashMap<>(Map.of("shutdown-grace", "1s"));
    all.putAll(limits);
    TlsIdentity identity = authority.issueServer("shuffler", List.of("localhost"));
    GrpcServer.Builder builder =
        GrpcServer.builder(
                "gate",
                new Endpoint.Network("127.0.0.1", 0, identity, ClientCertificates.OPTIONAL),
                TestServers.limits(all))
            .callers(
                (connection, headers) ->
                    CredentialHeader.of(headers)
                        .filter(token -> java.util.Arrays.equals(token, TOKEN))
                        .isPresent())
            .serve(service);
    for (CallPool pool : streams) {
      builder.pool(pool, CheckInGrpc.getSubscribeMethod(), CheckInGrpc.getDownloadModelMethod());
    }
    server = builder.start();
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    raw.forEach(RawHttp2::close);
    server.close();
  }

  private Channel connect(byte[] token) {
    ManagedChannel channel =
        GrpcChannels.connect(
            "localhost",
            server.port(),
            TlsIdentity.anonymous(authority.certificatePem())
                .channel(List.of("urn:checkin:shuffler")));
    channels.add(channel);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(CredentialHeader.with(token)));
  }

  private RawHttp2 rawConnect() throws Exception {
    RawHttp2 connection = new RawHttp2(server.port(), authority.certificatePem());
    raw.add(connection);
    return connection;
  }

  private static CompletableFuture<Status> subscribe(Channel channel) {
    CompletableFuture<Status> end = new CompletableFuture<>();
    CheckInGrpc.newStub(channel)
        .subscribe(
            SubscribeRequest.getDefaultInstance(),
            new StreamObserver<>() {
              @Override
              public void onNext(RoundEvent event) {}

              @Override
              public void onError(Throwable failure) {
                end.complete(Status.fromThrowable(failure));
              }

              @Override
              public void onCompleted() {
                end.complete(Status.OK);
              }
            });
    return end;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited too long").isNegative();
      Thread.sleep(10);
    }
  }

  private static CallPool pool(int limit, int perConnection, Duration longest) {
    return new CallPool("streams", limit, perConnection, longest);
  }

  @Test
  void call_withoutOrWithWrongCredential_isNotAuthenticated() throws Exception {
    start(Map.of());
    for (byte[] token : List.of(new byte[0], new byte[] {1, 2, 4})) {
      Status end = subscribe(connect(token)).get(20, TimeUnit.SECONDS);
      assertThat(Refusal.of(end)).contains(Refusal.NOT_AUTHENTICATED);
    }
    assertThat(service.subscribed).hasValue(0);
  }

  @Test
  void call_pastItsTime_endsAndFreesItsPlace() throws Exception {
    start(Map.of(), pool(1, 1, Duration.ofMillis(500)));
    Channel channel = connect(TOKEN);
    assertThat(subscribe(channel).get(20, TimeUnit.SECONDS).getCode())
        .isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    await(() -> service.cancelled.get() == 1);
    assertThat(subscribe(channel).get(20, TimeUnit.SECONDS).getCode())
        .isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    assertThat(service.subscribed).hasValue(2);
  }

  @Test
  void call_whoseCallerTakesNothing_isResetAndFreesItsPlace() throws Exception {
    start(Map.of(), pool(1, 1, Duration.ofMillis(500)));
    ClientCall<DownloadModelRequest, ModelChunk> stalled =
        connect(TOKEN).newCall(CheckInGrpc.getDownloadModelMethod(), CallOptions.DEFAULT);
    // Never asks for a message, so that the end cannot pass what was sent before.
    stalled.start(new ClientCall.Listener<>() {}, new Metadata());
    stalled.sendMessage(DownloadModelRequest.getDefaultInstance());
    stalled.halfClose();
    await(() -> service.cancelled.get() == 1);
    stalled.cancel("seen enough", null);
    Channel other = connect(TOKEN);
    assertThat(subscribe(other).get(20, TimeUnit.SECONDS).getCode())
        .isEqualTo(Status.Code.DEADLINE_EXCEEDED);
  }

  @Test
  void call_halfSent_endsInItsTime() throws Exception {
    start(Map.of("max-call-time", "500ms", "max-calls", "1"));
    RawHttp2.Call half = rawConnect().call(method(), Optional.of(TOKEN), 4 * MIB);
    half.send(new byte[MIB / 8]);
    assertThat(half.status().get(20, TimeUnit.SECONDS)).isEqualTo(code(Status.DEADLINE_EXCEEDED));
    RawHttp2.Call next = rawConnect().call(method(), Optional.of(TOKEN), 4 * MIB);
    assertThat(next.status().get(20, TimeUnit.SECONDS)).isEqualTo(code(Status.DEADLINE_EXCEEDED));
  }

  @Test
  void call_beyondTheByteBudget_isBusyAndOthersGoOn() throws Exception {
    start(Map.of("max-message", "1MiB", "max-inbound", "2MiB"));
    List<RawHttp2.Call> calls = new ArrayList<>();
    RawHttp2 connection = rawConnect();
    for (int i = 0; i < 8; i++) {
      RawHttp2.Call call = connection.call(method(), Optional.of(TOKEN), MIB);
      call.send(new byte[MIB * 3 / 4]);
      calls.add(call);
    }
    await(() -> calls.stream().filter(call -> call.status().isDone()).count() >= 6);
    assertThat(calls.stream().filter(call -> call.status().isDone()))
        .allSatisfy(
            call ->
                assertThat(call.status()).isCompletedWithValue(code(Status.RESOURCE_EXHAUSTED)));
  }

  @Test
  void call_pastThePlacesOfItsKind_isBusyWhileOthersAreServed() throws Exception {
    start(Map.of(), pool(3, 2, Duration.ofMinutes(1)));
    Channel first = connect(TOKEN);
    CompletableFuture<Status> one = subscribe(first);
    CompletableFuture<Status> two = subscribe(first);
    await(() -> service.subscribed.get() == 2);
    assertThat(Refusal.of(subscribe(first).get(20, TimeUnit.SECONDS))).contains(Refusal.BUSY);
    Channel second = connect(TOKEN);
    CompletableFuture<Status> three = subscribe(second);
    await(() -> service.subscribed.get() == 3);
    assertThat(Refusal.of(subscribe(second).get(20, TimeUnit.SECONDS))).contains(Refusal.BUSY);
    assertThat(one.isDone() || two.isDone() || three.isDone()).isFalse();
    // Pledge has another pool, and is not implemented here.
    StatusRuntimeException unary =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                CheckInGrpc.newBlockingStub(first)
                    .pledge(org.shuffledcheckin.proto.v1.PledgeRequest.getDefaultInstance()));
    assertThat(unary.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
  }

  @Test
  void connection_withoutCredential_isClosedInTime() throws Exception {
    // Long enough for a known client to shake hands on a busy machine.
    start(Map.of("introduction", "3s"));
    RawHttp2 stranger = rawConnect();
    Channel known = connect(TOKEN);
    CompletableFuture<Status> stream = subscribe(known);
    await(() -> service.subscribed.get() == 1);
    await(stranger::isClosed);
    assertThat(stream).isNotDone();
  }

  @Test
  void connection_withTooManyWrongCredentials_isClosed() throws Exception {
    start(Map.of());
    RawHttp2 stranger = rawConnect();
    for (int i = 0; i < 16; i++) {
      assertThat(
              stranger
                  .call(method(), Optional.of(new byte[] {9}), 10)
                  .status()
                  .get(20, TimeUnit.SECONDS))
          .isEqualTo(code(Status.UNAUTHENTICATED));
      assertThat(stranger.isClosed()).isFalse();
    }
    stranger.call(method(), Optional.of(new byte[] {9}), 10);
    await(stranger::isClosed);
  }

  @Test
  void connect_ofAnAddressWithTooManyStrangers_isClosedAndKnownOnesStay() throws Exception {
    start(Map.of("strangers-per-address", "3", "strangers-window", "1h"));
    Channel known = connect(TOKEN);
    CompletableFuture<Status> stream = subscribe(known);
    await(() -> service.subscribed.get() == 1);
    for (int i = 0; i < 3; i++) {
      assertThat(rawConnect().isClosed()).isFalse();
    }
    RawHttp2 fourth = rawConnect();
    await(fourth::isClosed);
    assertThat(stream).isNotDone();
  }

  @Test
  void connect_manyWhoShowTheirCredential_doNotCount() throws Exception {
    start(Map.of("strangers-per-address", "3", "strangers-window", "1h"));
    for (int client = 0; client < 20; client++) {
      CompletableFuture<Status> stream = subscribe(connect(TOKEN));
      int now = client + 1;
      await(() -> service.subscribed.get() == now);
      assertThat(stream).isNotDone();
    }
  }

  @Test
  void connect_moreStrangersThanPlaces_closesTheOldestOnly() throws Exception {
    start(Map.of("max-strangers", "2"));
    Channel known = connect(TOKEN);
    CompletableFuture<Status> stream = subscribe(known);
    await(() -> service.subscribed.get() == 1);
    RawHttp2 first = rawConnect();
    RawHttp2 second = rawConnect();
    RawHttp2 third = rawConnect();
    await(first::isClosed);
    assertThat(second.isClosed() || third.isClosed() || stream.isDone()).isFalse();
  }

  private static String method() {
    return CheckInGrpc.getDeliverMethod().getFullMethodName();
  }

  private static String code(Status status) {
    return Integer.toString(status.getCode().value());
  }
}
