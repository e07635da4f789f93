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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientAnswer;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.LedgerLink;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
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
  static final Secret TOKEN = ShufflerHarness.OPERATOR_TOKEN;

  final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  final VirtualClock clock = new VirtualClock();
  final TestLedger ledger;
  final ShufflerService service;
  private final List<ManagedChannel> channels = new ArrayList<>();

  private ServiceHarness(ShufflerConfig config, Store.Opener opener, SecureRandom random) {
    ledger = new TestLedger(RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f"));
    TlsIdentity identity = authority.issue("shuffler", List.of("localhost"));
    service =
        ShufflerService.start(
            config,
            ShufflerEndpoints.network(config, identity),
            opener,
            new Platform(clock::nanoTime, () -> Long.MAX_VALUE, random));
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
    return TlsIdentity.anonymousChannel(authority.certificatePem());
  }

  ChannelCredentials as(String role) {
    return authority.issue(role, List.of()).channel();
  }

  CheckInGrpc.CheckInBlockingStub client() {
    return CheckInGrpc.newBlockingStub(connect(service.clientsPort(), anonymous()))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  ReleaseGrpc.ReleaseBlockingStub aggregator() {
    return ReleaseGrpc.newBlockingStub(connect(service.aggregatorPort(), as("aggregator")))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  ShufflerOperatorGrpc.ShufflerOperatorBlockingStub operator() {
    return ShufflerOperatorGrpc.newBlockingStub(connect(service.operatorsPort(), as("operator")))
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(TOKEN)))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  List<byte[]> enrol(int count) {
    List<byte[]> tokens = new ArrayList<>();
    Iterator<EnrolReply> replies =
        operator().enrol(EnrolRequest.newBuilder().setClients(count).build());
    replies.forEachRemaining(
        reply -> reply.getTokensList().forEach(token -> tokens.add(token.toByteArray())));
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
    OpenRoundHeader.Builder header =
        OpenRoundHeader.newBuilder()
            .setParameters(ByteString.copyFrom(request.announcement().toBytes()))
            .setHead(ByteString.copyFrom(request.ledger().head().toBytes()));
    for (LedgerChain.Link link : request.ledger().links()) {
      header.addLinks(
          LedgerLink.newBuilder()
              .setSequence(link.sequence())
              .setEntrySha256(ByteString.copyFrom(link.entry().toBytes())));
    }
    return header.build();
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

  static ClientAnswer answer(byte[] token, byte[]... reports) {
    ClientAnswer.Builder answer =
        ClientAnswer.newBuilder().setCredential(ByteString.copyFrom(token));
    for (byte[] report : reports) {
      answer.addSealedReports(ByteString.copyFrom(report));
    }
    return answer.build();
  }

  List<AnswerOutcome> send(
      CheckInGrpc.CheckInBlockingStub stub, long number, List<ClientAnswer> answers) {
    return stub.answer(
            AnswerRequest.newBuilder().setId(wireId(number)).addAllAnswers(answers).build())
        .getOutcomesList();
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
