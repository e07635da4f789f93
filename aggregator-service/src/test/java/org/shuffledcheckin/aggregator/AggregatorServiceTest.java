package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.round.FakeShuffler;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.rpc.FakeRelease;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunReply;
import org.shuffledcheckin.proto.v1.GetRunRequest;
import org.shuffledcheckin.proto.v1.ReadLedgerRequest;

/** The whole service over loopback and mutual TLS, against the shuffler's side of the contract. */
class AggregatorServiceTest {
  private static final DevelopmentAuthority AUTHORITY =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost");
  private static final TlsIdentity AGGREGATOR = AUTHORITY.issue("aggregator", LOOPBACK);
  private static final TlsIdentity SHUFFLER = AUTHORITY.issue("shuffler", LOOPBACK);
  private static final TlsIdentity OPERATOR = AUTHORITY.issue("operator", LOOPBACK);
  private static final String TOKEN = "a token for tests";

  @TempDir Path folder;
  private final FakeShuffler fake = new FakeShuffler(1);
  private final Map<String, String> flags = new HashMap<>();
  private GrpcServer shuffler;

  @BeforeEach
  void start() {
    fake.clients = HonestClients.reports(4, 1);
    shuffler = serve(0);
    flags.putAll(
        Map.ofEntries(
            Map.entry("data", folder.resolve("run").toString()),
            Map.entry("shuffler.host", "127.0.0.1"),
            Map.entry("shuffler.port", Integer.toString(shuffler.port())),
            Map.entry("shuffler.first-retry", "20ms"),
            Map.entry("shuffler.longest-retry", "50ms"),
            Map.entry("operators.port", "0"),
            Map.entry("operations.port", "0"),
            Map.entry("budget.epsilon", "10"),
            Map.entry("budget.delta", "0.00001"),
            Map.entry("check-in.clients", "100"),
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

  @AfterEach
  void stop() {
    shuffler.close();
  }

  private GrpcServer serve(int port) {
    return GrpcServer.builder(
            "fake-shuffler",
            new Endpoint.Network("127.0.0.1", port, SHUFFLER, ClientCertificates.REQUIRED),
            ServerLimits.defaults())
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

  private AggregatorService.Builder builder() {
    return AggregatorService.builder(config(), TestAccountant.FRESH).identity(AGGREGATOR);
  }

  private static AggregatorOperatorGrpc.AggregatorOperatorBlockingStub operator(
      ManagedChannel channel) {
    return AggregatorOperatorGrpc.newBlockingStub(channel);
  }

  private static ManagedChannel dial(AggregatorService service, TlsIdentity identity) {
    return GrpcChannels.connect(
        "127.0.0.1", service.operatorPort().orElseThrow(), identity.channel());
  }

  private static HttpResponse<String> get(AggregatorService service, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + service.operationsPort().orElseThrow() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void start_wholeRun_trainsEvaluatesAndTellsOperators() throws Exception {
    List<StoredEvaluation> evaluations = new ArrayList<>();
    Dataset test =
        Dataset.ofFloats(
            "test", Shape.flat(3), 2, new float[] {1, 2, 3, 4, 5, 6}, new int[] {0, 1});
    try (AggregatorService service = builder().testSet(test).start()) {
      service
          .events()
          .subscribe(
              new RunListener() {
                @Override
                public void evaluated(StoredEvaluation evaluation) {
                  evaluations.add(evaluation);
                }
              });
      RunEnd end = service.await();
      assertThat(end.state()).isEqualTo(RunState.FINISHED);
      assertThat(evaluations).extracting(StoredEvaluation::round).containsExactly(2L, 3L);
      assertOperatorSees(service);
      String metrics = get(service, "/metrics").body();
      assertThat(metrics)
          .contains("checkin_rounds_total{outcome=\"committed\"} 3.0")
          .contains("checkin_reports_rejected_total{reason=\"duplicate\"} 0.0")
          .contains("checkin_epsilon_spent 0.375")
          .contains("checkin_epsilon_left 9.625")
          .contains("checkin_model_version 3.0");
      assertThat(get(service, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  private static void assertOperatorSees(AggregatorService service) {
    ManagedChannel channel = dial(service, OPERATOR);
    try {
      GetRunReply run = operator(channel).getRun(GetRunRequest.getDefaultInstance());
      assertThat(run.getState()).isEqualTo(GetRunReply.State.STATE_FINISHED);
      assertThat(run.getRoundsCommitted()).isEqualTo(3);
      assertThat(run.getReportsAggregated()).isEqualTo(12);
      assertThat(run.getEpsilonSpent()).isEqualTo(0.375);
      assertThat(run.getRoundsLeft()).isEqualTo(77);
      Head head = LedgerChain.genesis(RoundId.Run.of(run.getRun().toByteArray()));
      var entries = operator(channel).readLedger(ReadLedgerRequest.getDefaultInstance());
      while (entries.hasNext()) {
        var entry = entries.next();
        Digest digest = Digest.sha256(entry.getEntry().toByteArray());
        head = LedgerChain.extend(head, new Link(entry.getSequence(), digest));
        assertThat(entry.getHead().toByteArray()).isEqualTo(head.hash().toBytes());
      }
      assertThat(head.sequence()).isEqualTo(3);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void controlRun_withoutTokenOrRole_isRefused() throws Exception {
    try (AggregatorService service = builder().start()) {
      ControlRunRequest pause =
          ControlRunRequest.newBuilder().setAction(ControlRunRequest.Action.ACTION_PAUSE).build();
      ManagedChannel channel = dial(service, OPERATOR);
      ManagedChannel stranger = dial(service, SHUFFLER);
      try {
        assertStatus(Status.Code.UNAUTHENTICATED, () -> operator(channel).controlRun(pause));
        assertStatus(
            Status.Code.UNAUTHENTICATED,
            () -> withToken(channel, "another token").controlRun(pause));
        assertStatus(
            Status.Code.PERMISSION_DENIED,
            () -> operator(stranger).getRun(GetRunRequest.getDefaultInstance()));
        assertStatus(
            Status.Code.INVALID_ARGUMENT,
            () -> withToken(channel, TOKEN).controlRun(ControlRunRequest.getDefaultInstance()));
      } finally {
        channel.shutdownNow();
        stranger.shutdownNow();
      }
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
  }

  private static AggregatorOperatorGrpc.AggregatorOperatorBlockingStub withToken(
      ManagedChannel channel, String token) {
    return operator(channel)
        .withInterceptors(
            MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(Secret.of(token))));
  }

  private static void assertStatus(Status.Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class, e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }

  @Test
  void controlRun_pauseThenEnd_outlivesARestart() throws Exception {
    fake.enrolled = 0;
    try (AggregatorService service = builder().start()) {
      ManagedChannel channel = dial(service, OPERATOR);
      withToken(channel, TOKEN).controlRun(action(ControlRunRequest.Action.ACTION_END));
      channel.shutdownNow();
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
    fake.enrolled = 1000;
    try (AggregatorService service = builder().start()) {
      assertThat(service.await().detail()).contains("operator");
    }
    assertThat(fake.announced).isEmpty();
  }

  private static ControlRunRequest action(ControlRunRequest.Action action) {
    return ControlRunRequest.newBuilder().setAction(action).build();
  }

  @Test
  void start_shufflerAway_stallsAndGoesOnByItself() throws Exception {
    int port = shuffler.port();
    shuffler.close();
    CountDownLatch stalled = new CountDownLatch(1);
    try (AggregatorService service = builder().start()) {
      service
          .events()
          .subscribe(
              new RunListener() {
                @Override
                public void stateChanged(RunStatus status) {
                  if (status.detail().contains("does not answer")) {
                    stalled.countDown();
                  }
                }
              });
      stalled.await();
      assertThat(get(service, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(service, "/healthz").statusCode()).isEqualTo(200);
      shuffler = serve(port);
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
  }

  @Test
  void close_whileARoundIsOpen_goesOnAfterRestart() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    var honest = fake.clients;
    fake.clients =
        round -> {
          open.countDown();
          awaitUninterruptibly(answer);
          return honest.apply(round);
        };
    AggregatorService first = builder().start();
    open.await();
    Thread closing = new Thread(first::close);
    closing.start();
    closing.join();
    answer.countDown();
    try (AggregatorService second = builder().start()) {
      assertThat(second.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(second.status().totals().committed()).isEqualTo(3);
      assertThat(second.status().totals().charged()).isEqualTo(3);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void start_anotherConfiguration_isRefusedWithTheDifference() throws Exception {
    try (AggregatorService service = builder().start()) {
      service.await();
    }
    flags.put("check-in.rate", "0.25");
    flags.put("budget.epsilon", "20");
    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check-in.rate was 0.125 and is now 0.25")
        .hasMessageContaining("budget.epsilon was 10.0 and is now 20.0");
  }

  @Test
  void start_folderInUse_isRefused() {
    fake.enrolled = 0;
    try (AggregatorService service = builder().start()) {
      assertThat(service.status().state()).isEqualTo(RunState.STALLED);
      assertThatThrownBy(() -> builder().start())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another aggregator");
    }
  }

  @Test
  void start_markMissing_isRefused() throws Exception {
    try (AggregatorService service = builder().start()) {
      service.await();
    }
    Files.delete(folder.resolve("run").resolve("ledger.mark"));
    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("missing");
  }

  @Test
  void archive_afterARun_verifiesAndExports() throws Exception {
    try (AggregatorService service = builder().start()) {
      service.await();
    }
    Path lines = folder.resolve("ledger.jsonl");
    try (LedgerArchive archive = LedgerArchive.ofFolder(folder.resolve("run"));
        var out = Files.newBufferedWriter(lines)) {
      assertThat(archive.verify(TestAccountant.FRESH).derived().orElseThrow().epsilon())
          .isEqualTo(0.375);
      archive.export(out);
    }
    try (LedgerArchive archive = LedgerArchive.ofFile(lines)) {
      assertThat(archive.verify(TestAccountant.FRESH).head().sequence()).isEqualTo(3);
    }
    String text = Files.readString(lines);
    Files.writeString(lines, text.replaceFirst("\"epsilon_after\":0.25", "\"epsilon_after\":0.2"));
    try (LedgerArchive archive = LedgerArchive.ofFile(lines)) {
      assertThatThrownBy(() -> archive.verify(TestAccountant.FRESH))
          .isInstanceOf(LedgerRefusal.class);
    }
  }

  @Test
  void start_countingTask_storesEstimatesWithErrors() throws Exception {
    flags.keySet().removeIf(key -> key.startsWith("model.") || key.startsWith("randomizer."));
    flags.put("randomizer.kind", "k-ary");
    flags.put("randomizer.categories", "3");
    flags.put("randomizer.epsilon0", "1");
    List<String> results = new ArrayList<>();
    try (AggregatorService service = builder().start()) {
      service
          .events()
          .subscribe(
              new RunListener() {
                @Override
                public void roundEnded(org.shuffledcheckin.aggregator.run.RoundFacts facts) {
                  results.add(facts.outcome().result());
                }
              });
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
    assertThat(fake.announced.get(0).terms().modelBytes()).isZero();
    assertThat(results).isNotEmpty();
    assertThat(results.get(results.size() - 1))
        .contains("\"reports\":4", "estimates", "standard_errors");
  }

  @Test
  void start_portTaken_leavesTheFolderFree() {
    flags.put("operators.port", Integer.toString(shuffler.port()));
    assertThatThrownBy(() -> builder().start()).isInstanceOf(java.io.UncheckedIOException.class);
    flags.put("operators.port", "0");
    builder().start().close();
  }
}
