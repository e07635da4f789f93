package org.shuffledcheckin.shuffler;

import com.google.protobuf.ByteString;
import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.PeerNames;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientDelivery;
import org.shuffledcheckin.proto.v1.ClientPledge;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DeliveryOutcome;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.Platform;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestLedger;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.store.RocksStore;
import org.shuffledcheckin.shuffler.store.Store;

/** A shuffler behind loopback TLS, with callers of every role. */
final class ServiceHarness implements AutoCloseable {
  static final Set<String> SHUFFLER = Set.of(PeerNames.role("shuffler"));
  static final Secret TOKEN = ShufflerHarness.OPERATOR_TOKEN;

  final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  final VirtualClock clock = new VirtualClock();
  final AtomicLong freeDisk = new AtomicLong(1L << 40);

  /** A permit for every look at the disk. */
  final Semaphore looks = new Semaphore(0);

  final TestLedger ledger;
  final ShufflerService service;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private byte[] speaker = new byte[0];

  private ServiceHarness(ShufflerConfig config, Store.Opener opener, SecureRandom random) {
    ledger = new TestLedger(RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f"));
    TlsIdentity identity = authority.issueServer("shuffler", List.of("localhost"));
    service =
        ShufflerService.start(
            config,
            ShufflerEndpoints.network(config, identity),
            opener,
            new Platform(clock::nanoTime, this::lookAtDisk, random));
  }

  private long lookAtDisk() {
    looks.release();
    return freeDisk.get();
  }

  static ServiceHarness start(Path folder, Map<String, String> flags) {
    return start(folder, flags, new SecureRandom());
  }

  static ServiceHarness start(Path folder, Map<String, String> flags, SecureRandom random) {
    ShufflerConfig config = config(folder, flags);
    return new ServiceHarness(
        config, () -> new RocksStore(folder.resolve("store"), 16 << 20), random);
  }

  static ShufflerConfig config(Path folder, Map<String, String> flags) {
    Map<String, String> all = new HashMap<>();
    all.put("clients.port", "0");
    all.put("aggregator.port", "0");
    all.put("operators.port", "0");
    all.put("operations.port", "0");
    all.put("clients.limits.shutdown-grace", "1s");
    all.put("aggregator.limits.shutdown-grace", "1s");
    all.put("operators.limits.shutdown-grace", "1s");
    all.putAll(flags);
    return ShufflerHarness.config(folder, all);
  }

  /** Names inside this process: {@code NAME-clients}, {@code NAME-aggregator}, ... */
  static ShufflerEndpoints inProcess(String name) {
    return new ShufflerEndpoints(
        new Endpoint.InProcess(name + "-clients"),
        new Endpoint.InProcess(name + "-aggregator"),
        new Endpoint.InProcess(name + "-operators"));
  }

  ManagedChannel connect(int port, ChannelCredentials credentials) {
    ManagedChannel channel = GrpcChannels.connect("localhost", port, credentials);
    channels.add(channel);
    return channel;
  }

  ChannelCredentials anonymous() {
    return TlsIdentity.anonymous(authority.certificatePem()).channel(SHUFFLER);
  }

  ChannelCredentials as(String role) {
    return authority.issueClient(role).channel(SHUFFLER);
  }

  /** A caller that shows the token of the client that was enrolled last. */
  CheckInGrpc.CheckInBlockingStub client() {
    return client(speaker);
  }

  /** A caller that shows a token in every call. */
  CheckInGrpc.CheckInBlockingStub client(byte[] token) {
    return CheckInGrpc.newBlockingStub(connect(service.clientsPort(), anonymous()))
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(CredentialHeader.with(token)))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  ReleaseGrpc.ReleaseBlockingStub aggregator() {
    return ReleaseGrpc.newBlockingStub(connect(service.aggregatorPort(), as("aggregator")))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  ShufflerOperatorGrpc.ShufflerOperatorBlockingStub operator() {
    return ShufflerOperatorGrpc.newBlockingStub(
            connect(service.operatorsPort(), as("operator:shuffler")))
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(TOKEN)))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  List<byte[]> enrol(int count) {
    List<byte[]> tokens = new ArrayList<>();
    Iterator<EnrolReply> replies =
        operator().enrol(EnrolRequest.newBuilder().setClients(count).build());
    replies.forEachRemaining(
        reply -> reply.getTokensList().forEach(token -> tokens.add(token.toByteArray())));
    speaker = tokens.get(tokens.size() - 1);
    return tokens;
  }

  static HttpResponse<String> get(ShufflerService service, String path) throws Exception {
    int port = service.operationsPort().orElseThrow();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  RoundId id(long number) {
    return new RoundId(ledger.run(), number);
  }

  org.shuffledcheckin.proto.v1.RoundId wireId(long number) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(ledger.run().toBytes()))
        .setNumber(number)
        .build();
  }

  OpenRoundReply open(
      ReleaseGrpc.ReleaseBlockingStub stub, long number, TestTerms terms, byte[] model)
      throws Exception {
    OpenRequest request = ledger.charge(number, terms, ledger.head().sequence());
    return open(stub, header(request), model);
  }

  static OpenRoundHeader header(OpenRequest request) {
    return OpenRoundHeader.newBuilder()
        .setRound(RoundWire.toWire(request.round()))
        .addAllLinks(RoundWire.toWire(request.ledger().links()))
        .build();
  }

  static OpenRoundReply open(
      ReleaseGrpc.ReleaseBlockingStub stub, OpenRoundHeader header, byte[] model) throws Exception {
    CompletableFuture<OpenRoundReply> reply = new CompletableFuture<>();
    StreamObserver<OpenRoundRequest> parts =
        ReleaseGrpc.newStub(stub.getChannel())
            .openRound(
                new StreamObserver<>() {
                  @Override
                  public void onNext(OpenRoundReply value) {
                    reply.complete(value);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    reply.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    parts.onNext(OpenRoundRequest.newBuilder().setHeader(header).build());
    for (int offset = 0; offset < model.length; offset += WireLimits.MODEL_CHUNK_BYTES) {
      int length = Math.min(WireLimits.MODEL_CHUNK_BYTES, model.length - offset);
      parts.onNext(
          OpenRoundRequest.newBuilder()
              .setModel(
                  ModelChunk.newBuilder()
                      .setOffset(offset)
                      .setData(ByteString.copyFrom(model, offset, length)))
              .build());
    }
    parts.onCompleted();
    return ShufflerHarness.get(reply);
  }

  static ClientPledge pledge(byte[] token, int reports) {
    return ClientPledge.newBuilder()
        .setCredential(ByteString.copyFrom(token))
        .setReports(ByteString.copyFrom(new byte[] {(byte) reports}))
        .build();
  }

  static ClientDelivery delivery(byte[] token, byte[]... reports) {
    ClientDelivery.Builder delivery =
        ClientDelivery.newBuilder().setCredential(ByteString.copyFrom(token));
    for (byte[] report : reports) {
      delivery.addSealedReports(ByteString.copyFrom(report));
    }
    return delivery.build();
  }

  List<PledgeOutcome> pledge(
      CheckInGrpc.CheckInBlockingStub stub, long number, ClientPledge... pledges) {
    return stub.pledge(
            PledgeRequest.newBuilder()
                .setId(wireId(number))
                .addAllPledges(List.of(pledges))
                .build())
        .getOutcomesList();
  }

  List<DeliveryOutcome> deliver(
      CheckInGrpc.CheckInBlockingStub stub, long number, ClientDelivery... deliveries) {
    return stub.deliver(
            DeliverRequest.newBuilder()
                .setId(wireId(number))
                .addAllDeliveries(List.of(deliveries))
                .build())
        .getOutcomesList();
  }

  /**
   * Takes part as an honest client does, and returns the number of the outcome: 1 accepted, 2 done
   * already, in pledges and deliveries alike.
   */
  static int takePart(
      CheckInGrpc.CheckInBlockingStub stub,
      org.shuffledcheckin.proto.v1.RoundId id,
      byte[] token,
      byte[]... reports) {
    int pledged =
        stub.pledge(
                PledgeRequest.newBuilder()
                    .setId(id)
                    .addPledges(pledge(token, reports.length))
                    .build())
            .getOutcomesValue(0);
    return reports.length == 0 || pledged > 2
        ? pledged
        : stub.deliver(
                DeliverRequest.newBuilder()
                    .setId(id)
                    .addDeliveries(delivery(token, reports))
                    .build())
            .getOutcomesValue(0);
  }

  List<BatchPart> receive(ReleaseGrpc.ReleaseBlockingStub stub, long number) {
    List<BatchPart> parts = new ArrayList<>();
    stub.receiveBatch(ReceiveBatchRequest.newBuilder().setId(wireId(number)).build())
        .forEachRemaining(parts::add);
    return parts;
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    service.close();
  }
}
