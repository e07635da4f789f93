package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.RawCalls;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReadLinksRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Platform;
import org.shuffledcheckin.shuffler.core.TestLedger;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each endpoint a hundred thousand messages that are nearly right or not right at all. No
 * call may end in INTERNAL or UNKNOWN or not at all, and the shuffler must work afterwards.
 */
class FuzzTest {
  private static final Logger LOG = LoggerFactory.getLogger(FuzzTest.class);
  private static final int MESSAGES = 100_000;
  private static final int UNDER_WAY = 64;

  @TempDir Path folder;
  private ShufflerService service;
  private ManagedChannel unnamed;
  private Channel clients;
  private ManagedChannel aggregator;
  private ManagedChannel operators;
  private Random random;
  private List<byte[]> tokens;
  private final TestLedger ledger =
      new TestLedger(org.shuffledcheckin.kit.round.RoundId.Run.of(new byte[16]));

  enum Endpoint {
    SUBSCRIBE,
    LIST_ROUNDS,
    READ_LINKS,
    DOWNLOAD_MODEL,
    PLEDGE,
    DELIVER,
    GET_WITNESS,
    EXTEND_LEDGER,
    OPEN_ROUND,
    RECEIVE_BATCH,
    FINISH_ROUND,
    GET_SHUFFLER,
    ENROL,
    REVOKE
  }

  @BeforeEach
  void start() {
    ShufflerConfig config = ServiceHarness.config(folder, Map.of("clients.max-enrolled", "5000"));
    String name = "fuzz-" + new SecureRandom().nextLong();
    service =
        ShufflerService.start(
            config,
            ServiceHarness.inProcess(name),
            new MemoryDisk(folder),
            new Platform(System::nanoTime, () -> Long.MAX_VALUE, new SecureRandom()));
    unnamed = TestServers.connect(name + "-clients");
    aggregator = TestServers.connect(name + "-aggregator");
    operators = TestServers.connect(name + "-operators");
    tokens = service.enrol(4000);
    clients = showing(tokens.get(0));
  }

  private Channel showing(byte[] token) {
    return ClientInterceptors.intercept(
        unnamed, MetadataUtils.newAttachHeadersInterceptor(CredentialHeader.with(token)));
  }

  @AfterEach
  void stop() {
    List.of(unnamed, aggregator, operators).forEach(ManagedChannel::shutdownNow);
    service.close();
  }

  @ParameterizedTest
  @EnumSource(Endpoint.class)
  void anyMessage_toAnyEndpoint_isAnsweredOrRefused(Endpoint endpoint) throws Exception {
    long seed = new SecureRandom().nextLong();
    LOG.warn("{} from seed {}", endpoint, seed);
    random = new Random(seed);
    openRound(endpoint);
    Semaphore room = new Semaphore(UNDER_WAY);
    AtomicReference<Status> bad = new AtomicReference<>();
    AtomicLong refused = new AtomicLong();
    for (int i = 0; i < MESSAGES; i++) {
      room.acquire();
      send(endpoint, mutate(sample(endpoint).toByteArray()), room, bad, refused);
    }
    assertThat(room.tryAcquire(UNDER_WAY, 60, TimeUnit.SECONDS)).as("every call ends").isTrue();
    assertThat(bad.get()).as("seed %d", seed).isNull();
    assertThat(refused.get()).as("messages are wrong in ways that are noticed").isPositive();
    stillWorks(endpoint == Endpoint.ENROL ? tokens.get(0) : service.enrol(1).get(0));
  }

  private void openRound(Endpoint endpoint) throws Exception {
    ReleaseGrpc.ReleaseBlockingStub stub = ReleaseGrpc.newBlockingStub(aggregator);
    // For those who wait for its close: a short one.
    TestTerms terms =
        TestTerms.simple()
            .openFor(Duration.ofMillis(endpoint == Endpoint.RECEIVE_BATCH ? 200 : 60_000));
    ServiceHarness.open(stub, ServiceHarness.header(ledger.charge(1, terms, 0)), new byte[0]);
    if (endpoint == Endpoint.DELIVER) {
      PledgeRequest.Builder pledges = PledgeRequest.newBuilder().setId(id(ledger, 1));
      tokens.forEach(token -> pledges.addPledges(ServiceHarness.pledge(token, 1)));
      assertThat(CheckInGrpc.newBlockingStub(clients).pledge(pledges.build()).getOutcomesList())
          .containsOnly(PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED);
    }
  }

  private void stillWorks(byte[] credential) throws Exception {
    assertThat(ServiceHarness.get(service, "/readyz").statusCode()).isEqualTo(200);
    // Whatever was finished or burnt meanwhile: a run of its own opens and takes a pledge and a
    // delivery.
    TestLedger other =
        new TestLedger(org.shuffledcheckin.kit.round.RoundId.Run.random(new SecureRandom()));
    ReleaseGrpc.ReleaseBlockingStub stub = ReleaseGrpc.newBlockingStub(aggregator);
    ServiceHarness.open(
        stub, ServiceHarness.header(other.charge(1, TestTerms.simple(), 0)), new byte[0]);
    assertThat(
            ServiceHarness.takePart(
                // Whoever called before may have been revoked meanwhile.
                CheckInGrpc.newBlockingStub(showing(credential)),
                id(other, 1),
                credential,
                new byte[64]))
        .isEqualTo(1);
  }

  private static org.shuffledcheckin.proto.v1.RoundId id(TestLedger ledger, long number) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(ledger.run().toBytes()))
        .setNumber(number)
        .build();
  }

  private MessageLite sample(Endpoint endpoint) {
    var id = id(ledger, 1 + random.nextInt(3));
    return switch (endpoint) {
      case SUBSCRIBE -> SubscribeRequest.getDefaultInstance();
      case DOWNLOAD_MODEL -> DownloadModelRequest.newBuilder().setId(id).build();
      case LIST_ROUNDS -> ListRoundsRequest.getDefaultInstance();
      case READ_LINKS ->
          ReadLinksRequest.newBuilder()
              .setRun(id.getRun())
              .setAfterSequence(random.nextInt(3))
              .build();
      case PLEDGE ->
          PledgeRequest.newBuilder()
              .setId(id)
              .addPledges(
                  ServiceHarness.pledge(tokens.get(random.nextInt(4000)), random.nextInt(18)))
              .build();
      case DELIVER ->
          DeliverRequest.newBuilder()
              .setId(id)
              .addDeliveries(
                  ServiceHarness.delivery(
                      tokens.get(random.nextInt(4000)), new byte[60 + random.nextInt(8)]))
              .build();
      case GET_WITNESS -> GetWitnessRequest.newBuilder().setRun(id.getRun()).build();
      case EXTEND_LEDGER -> {
        var header = ServiceHarness.header(ledger.request(2, TestTerms.simple(), 0));
        yield ExtendLedgerRequest.newBuilder()
            .setRun(id.getRun())
            .addAllLinks(header.getLinksList())
            .setHead(header.getRound().getLedger().getHead())
            .build();
      }
      case OPEN_ROUND ->
          OpenRoundRequest.newBuilder()
              .setHeader(
                  ServiceHarness.header(
                      ledger.request(2, TestTerms.simple().clients(1 + random.nextInt(9)), 0)))
              .build();
      case RECEIVE_BATCH -> ReceiveBatchRequest.newBuilder().setId(id).build();
      case FINISH_ROUND -> FinishRoundRequest.newBuilder().setId(id).build();
      case GET_SHUFFLER -> GetShufflerRequest.getDefaultInstance();
      case ENROL -> EnrolRequest.newBuilder().setClients(random.nextInt(3)).build();
      case REVOKE -> RevokeRequest.newBuilder().addClients(random.nextInt(5000)).build();
    };
  }

  /** Flips, cuts, repeats or replaces bytes. */
  private byte[] mutate(byte[] bytes) {
    byte[] changed = bytes.clone();
    int changes = random.nextInt(4);
    for (int i = 0; i < changes && changed.length > 0; i++) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return switch (random.nextInt(6)) {
      case 0 -> java.util.Arrays.copyOf(changed, random.nextInt(changed.length + 1));
      case 1 -> java.util.Arrays.copyOf(changed, changed.length + random.nextInt(40));
      case 2 -> randomBytes();
      default -> changed;
    };
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void send(
      Endpoint endpoint,
      byte[] message,
      Semaphore room,
      AtomicReference<Status> bad,
      AtomicLong refused) {
    ClientCall<byte[], byte[]> call = call(endpoint);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(byte[] reply) {
            // Streams that have no end of their own, or a long one, end here.
            if (endpoint != Endpoint.PLEDGE && endpoint != Endpoint.DELIVER) {
              call.cancel("enough", null);
            }
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            if (status.getCode() == Status.Code.INTERNAL
                || status.getCode() == Status.Code.UNKNOWN) {
              bad.set(status);
            }
            if (!status.isOk() && status.getCode() != Status.Code.CANCELLED) {
              refused.incrementAndGet();
            }
            room.release();
          }
        },
        endpoint == Endpoint.ENROL || endpoint == Endpoint.REVOKE
            ? OperatorToken.headers(ServiceHarness.TOKEN)
            : new Metadata());
    call.request(1);
    call.sendMessage(message);
    call.halfClose();
    if (random.nextInt(50) == 0) {
      call.cancel("given up", null);
    }
  }

  private ClientCall<byte[], byte[]> call(Endpoint endpoint) {
    MethodDescriptor<?, ?> method =
        switch (endpoint) {
          case SUBSCRIBE -> CheckInGrpc.getSubscribeMethod();
          case DOWNLOAD_MODEL -> CheckInGrpc.getDownloadModelMethod();
          case LIST_ROUNDS -> CheckInGrpc.getListRoundsMethod();
          case READ_LINKS -> CheckInGrpc.getReadLinksMethod();
          case PLEDGE -> CheckInGrpc.getPledgeMethod();
          case DELIVER -> CheckInGrpc.getDeliverMethod();
          case GET_WITNESS -> ReleaseGrpc.getGetWitnessMethod();
          case EXTEND_LEDGER -> ReleaseGrpc.getExtendLedgerMethod();
          case OPEN_ROUND -> ReleaseGrpc.getOpenRoundMethod();
          case RECEIVE_BATCH -> ReleaseGrpc.getReceiveBatchMethod();
          case FINISH_ROUND -> ReleaseGrpc.getFinishRoundMethod();
          case GET_SHUFFLER -> ShufflerOperatorGrpc.getGetShufflerMethod();
          case ENROL -> ShufflerOperatorGrpc.getEnrolMethod();
          case REVOKE -> ShufflerOperatorGrpc.getRevokeMethod();
        };
    Channel channel =
        switch (endpoint) {
          case SUBSCRIBE, LIST_ROUNDS, READ_LINKS, DOWNLOAD_MODEL, PLEDGE, DELIVER -> clients;
          case GET_WITNESS, EXTEND_LEDGER, OPEN_ROUND, RECEIVE_BATCH, FINISH_ROUND -> aggregator;
          case GET_SHUFFLER, ENROL, REVOKE -> operators;
        };
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
    return channel.newCall(RawCalls.of(method), options);
  }
}
