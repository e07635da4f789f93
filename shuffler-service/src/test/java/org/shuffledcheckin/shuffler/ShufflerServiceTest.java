package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientAnswer;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestTerms;

/** The shuffler alone, over loopback TLS with the real store. */
class ShufflerServiceTest {
  private static final TestTerms TERMS = TestTerms.simple().clients(2);

  @TempDir Path folder;
  private ServiceHarness shuffler;

  @AfterEach
  void stop() {
    if (shuffler != null) {
      shuffler.close();
    }
  }

  private ServiceHarness start(Map<String, String> flags) {
    shuffler = ServiceHarness.start(folder, flags);
    return shuffler;
  }

  private static void assertRefused(Refusal refusal, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure -> assertThat(Refusal.of(failure.getStatus())).contains(refusal));
  }

  private static void assertFails(Status.Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure -> assertThat(failure.getStatus().getCode()).isEqualTo(code));
  }

  @Test
  void round_fromEnrolmentToFinish_overTheWire() throws Exception {
    start(Map.of());
    List<byte[]> tokens = shuffler.enrol(3);
    var aggregator = shuffler.aggregator();
    var client = shuffler.client();
    GetWitnessRequest witness =
        GetWitnessRequest.newBuilder()
            .setRun(ByteString.copyFrom(shuffler.ledger.run().toBytes()))
            .build();
    assertThat(aggregator.getWitness(witness))
        .isEqualTo(
            GetWitnessReply.newBuilder()
                .setEnrolledClients(3)
                .setLargestAnswerBytes(WireLimits.MESSAGE_BYTES)
                .build());
    Iterator<RoundEvent> events = client.subscribe(SubscribeRequest.getDefaultInstance());
    byte[] model = new byte[600_000];
    new Random(3).nextBytes(model);
    TestTerms terms = TERMS.model(model);
    assertThat(shuffler.open(aggregator, 1, terms, model).getRemainingMillis()).isEqualTo(30_000);
    RoundEvent opened = events.next();
    assertThat(opened.getOpened().getLedger().getSequence()).isEqualTo(1);
    assertThat(opened.getOpened().getRemainingMillis()).isEqualTo(30_000);
    ByteArrayOutputStream relayed = new ByteArrayOutputStream();
    client
        .downloadModel(DownloadModelRequest.newBuilder().setId(shuffler.wireId(1)).build())
        .forEachRemaining(chunk -> relayed.writeBytes(chunk.getData().toByteArray()));
    assertThat(relayed.toByteArray()).isEqualTo(model);
    byte[] report = ShufflerHarness.report(terms, 77);
    assertThat(
            shuffler.send(
                client,
                1,
                List.of(
                    ServiceHarness.answer(tokens.get(0), report),
                    ServiceHarness.answer(tokens.get(1)))))
        .containsExactly(
            AnswerOutcome.ANSWER_OUTCOME_ACCEPTED, AnswerOutcome.ANSWER_OUTCOME_ACCEPTED);
    var status = shuffler.operator().getShuffler(GetShufflerRequest.getDefaultInstance());
    assertThat(status.getAnswers()).isEqualTo(2);
    assertThat(status.getSubscribers()).isEqualTo(1);
    assertThat(status.getSpoolBytes()).isEqualTo(64);
    assertThat(aggregator.getWitness(witness).getUnfinishedRound()).isEqualTo(shuffler.wireId(1));
    shuffler.clock.pass(Duration.ofSeconds(30));
    List<BatchPart> parts = shuffler.receive(aggregator, 1);
    assertThat(parts.get(0).getOutcome())
        .isEqualTo(
            BatchOutcome.newBuilder()
                .setDisposition(BatchOutcome.Disposition.DISPOSITION_RELEASED)
                .setReports(1)
                .build());
    assertThat(parts.get(1).getBlock().getSealedReportsList())
        .containsExactly(ByteString.copyFrom(report));
    assertThat(parts).hasSize(2);
    assertThat(events.next().getClosed().getId()).isEqualTo(shuffler.wireId(1));
    FinishRoundRequest finish = FinishRoundRequest.newBuilder().setId(shuffler.wireId(1)).build();
    assertThat(aggregator.finishRound(finish)).isEqualTo(aggregator.finishRound(finish));
    assertRefused(Refusal.ROUND_UNKNOWN, () -> shuffler.receive(aggregator, 1));
    assertRefused(
        Refusal.ROUND_NOT_OPEN,
        () ->
            client
                .downloadModel(DownloadModelRequest.newBuilder().setId(shuffler.wireId(1)).build())
                .next());
    assertThat(
            shuffler
                .operator()
                .revoke(RevokeRequest.newBuilder().addClients(0).addClients(17).build())
                .getRevoked())
        .isEqualTo(1);
  }

  @Test
  void receiveBatch_calledWhileOpen_waitsForTheClose() throws Exception {
    start(Map.of());
    List<byte[]> tokens = shuffler.enrol(2);
    var aggregator = shuffler.aggregator();
    shuffler.open(aggregator, 1, TERMS.closingEarly(), new byte[0]);
    var parts =
        java.util.concurrent.CompletableFuture.supplyAsync(
            () -> shuffler.receive(shuffler.aggregator(), 1));
    shuffler.send(
        shuffler.client(),
        1,
        List.of(ServiceHarness.answer(tokens.get(0), ShufflerHarness.report(TERMS, 1))));
    assertThat(parts).isNotDone();
    shuffler.send(shuffler.client(), 1, List.of(ServiceHarness.answer(tokens.get(1))));
    assertThat(ShufflerHarness.get(parts)).hasSize(2);
  }

  @Test
  void roles_wrongCertificateOrToken_areRefused() {
    start(Map.of());
    var operatorAsAggregator =
        ReleaseGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.aggregatorPort(), shuffler.as("operator")));
    assertRefused(
        Refusal.NOT_AUTHORISED,
        () -> operatorAsAggregator.getWitness(GetWitnessRequest.getDefaultInstance()));
    var nobody =
        ReleaseGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.aggregatorPort(), shuffler.anonymous()));
    assertFails(
        Status.Code.UNAVAILABLE,
        () ->
            nobody
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .getWitness(GetWitnessRequest.getDefaultInstance()));
    var withoutToken =
        ShufflerOperatorGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.operatorsPort(), shuffler.as("operator")));
    assertThat(
            withoutToken.getShuffler(GetShufflerRequest.getDefaultInstance()).getEnrolledClients())
        .isZero();
    assertRefused(
        Refusal.NOT_AUTHENTICATED,
        () -> withoutToken.enrol(EnrolRequest.newBuilder().setClients(1).build()).next());
    assertRefused(
        Refusal.NOT_AUTHENTICATED,
        () -> withoutToken.revoke(RevokeRequest.newBuilder().addClients(1).build()));
    // Clients' port serves clients' calls only.
    var wrongPort =
        ReleaseGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.clientsPort(), shuffler.as("aggregator")));
    assertFails(
        Status.Code.UNIMPLEMENTED,
        () -> wrongPort.getWitness(GetWitnessRequest.getDefaultInstance()));
  }

  @Test
  void answer_byCertificate_namesItsClient() throws Exception {
    start(Map.of("clients.authentication", "certificate"));
    shuffler.enrol(2);
    shuffler.open(shuffler.aggregator(), 1, TERMS, new byte[0]);
    ClientAnswer answer = ServiceHarness.answer(new byte[0]);
    for (long number = 0; number < 3; number++) {
      var client =
          CheckInGrpc.newBlockingStub(
              shuffler.connect(
                  shuffler.service.clientsPort(),
                  shuffler.authority.issueClient(number).channel()));
      assertThat(shuffler.send(client, 1, List.of(answer, answer)))
          .containsExactlyElementsOf(
              number < 2
                  ? List.of(
                      AnswerOutcome.ANSWER_OUTCOME_ACCEPTED,
                      AnswerOutcome.ANSWER_OUTCOME_ALREADY_ANSWERED)
                  : List.of(
                      AnswerOutcome.ANSWER_OUTCOME_NOT_AUTHORISED,
                      AnswerOutcome.ANSWER_OUTCOME_NOT_AUTHORISED));
    }
    var server =
        CheckInGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.clientsPort(), shuffler.as("aggregator")));
    assertThat(shuffler.send(server, 1, List.of(answer)))
        .containsExactly(AnswerOutcome.ANSWER_OUTCOME_NOT_AUTHORISED);
  }

  @Test
  void calls_outOfRange_areMalformedAndChangeNothing() throws Exception {
    start(Map.of());
    var client = shuffler.client();
    assertRefused(Refusal.MALFORMED, () -> client.answer(AnswerRequest.getDefaultInstance()));
    assertRefused(
        Refusal.MALFORMED,
        () -> client.answer(AnswerRequest.newBuilder().setId(shuffler.wireId(1)).build()));
    AnswerRequest.Builder tooMany = AnswerRequest.newBuilder().setId(shuffler.wireId(1));
    for (int i = 0; i <= WireLimits.ANSWERS_PER_REQUEST; i++) {
      tooMany.addAnswers(ClientAnswer.getDefaultInstance());
    }
    assertRefused(Refusal.MALFORMED, () -> client.answer(tooMany.build()));
    ByteString tooLong = ByteString.copyFrom(new byte[WireLimits.MESSAGE_BYTES + 1]);
    assertFails(
        Status.Code.RESOURCE_EXHAUSTED,
        () ->
            client.answer(
                AnswerRequest.newBuilder()
                    .setId(shuffler.wireId(1))
                    .addAnswers(ClientAnswer.newBuilder().addSealedReports(tooLong))
                    .build()));
    var aggregator = shuffler.aggregator();
    assertRefused(
        Refusal.MALFORMED, () -> aggregator.getWitness(GetWitnessRequest.getDefaultInstance()));
    assertRefused(
        Refusal.MALFORMED,
        () -> ServiceHarness.open(aggregator, OpenRoundHeader.getDefaultInstance(), new byte[0]));
    assertRefused(
        Refusal.MALFORMED, () -> aggregator.finishRound(FinishRoundRequest.getDefaultInstance()));
    var operator = shuffler.operator();
    assertRefused(
        Refusal.MALFORMED,
        () -> operator.enrol(EnrolRequest.newBuilder().setClients(10_000_001).build()).next());
    assertRefused(Refusal.MALFORMED, () -> operator.revoke(RevokeRequest.getDefaultInstance()));
    assertThat(operator.getShuffler(GetShufflerRequest.getDefaultInstance()).getEnrolledClients())
        .isZero();
  }

  @Test
  void answer_longerThanUsual_isTakenWhereTheLimitWasRaised() throws Exception {
    start(Map.of("clients.limits.max-message", "8MiB"));
    byte[] token = shuffler.enrol(1).get(0);
    TestTerms large = TERMS.reportBytes(400_000);
    var aggregator = shuffler.aggregator();
    shuffler.open(aggregator, 1, large, new byte[0]);
    byte[][] reports = new byte[16][];
    for (int i = 0; i < reports.length; i++) {
      reports[i] = ShufflerHarness.report(large, i);
    }
    AnswerRequest request =
        AnswerRequest.newBuilder()
            .setId(shuffler.wireId(1))
            .addAnswers(ServiceHarness.answer(token, reports))
            .build();
    assertThat(request.getSerializedSize()).isGreaterThan(WireLimits.MESSAGE_BYTES);
    assertThat(shuffler.client().answer(request).getOutcomes(0))
        .isEqualTo(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED);
  }

  @Test
  void enrol_callThatBreaksOff_leavesNobodyEnrolled() throws Exception {
    start(Map.of());
    var operator = shuffler.operator();
    List<byte[]> before = shuffler.enrol(2);
    Context.CancellableContext call = Context.current().withCancellation();
    call.run(
        () -> {
          var replies = operator.enrol(EnrolRequest.newBuilder().setClients(1_000_000).build());
          assertThat(replies.next().getTokensCount()).isPositive();
        });
    call.cancel(null);
    await(
        () ->
            operator.getShuffler(GetShufflerRequest.getDefaultInstance()).getEnrolledClients()
                == before.size());
    var again = operator.enrol(EnrolRequest.newBuilder().setClients(5).build());
    assertThat(again.next().getTokensCount()).isEqualTo(5);
    assertThat(again.hasNext()).isFalse();
    assertThat(operator.getShuffler(GetShufflerRequest.getDefaultInstance()).getEnrolledClients())
        .isEqualTo(7);
  }

  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + java.util.concurrent.TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited too long").isNegative();
      Thread.sleep(10);
    }
  }

  @Test
  void openRound_refusals_reachTheAggregatorBeforeTheModel() throws Exception {
    start(Map.of());
    var aggregator = shuffler.aggregator();
    shuffler.open(aggregator, 1, TERMS, new byte[0]);
    byte[] model = new byte[2_000_000];
    OpenRoundHeader other = ServiceHarness.header(shuffler.ledger.charge(2, TERMS.model(model), 1));
    assertRefused(Refusal.ROUND_UNFINISHED, () -> ServiceHarness.open(aggregator, other, model));
    aggregator.finishRound(FinishRoundRequest.newBuilder().setId(shuffler.wireId(1)).build());
    OpenRoundHeader forged = other.toBuilder().setHead(ByteString.copyFrom(new byte[32])).build();
    assertRefused(Refusal.LEDGER_ROLLED_BACK, () -> ServiceHarness.open(aggregator, forged, model));
    model[0] = 1;
    assertRefused(Refusal.MODEL_MISMATCH, () -> ServiceHarness.open(aggregator, other, model));
    model[0] = 0;
    assertThat(ServiceHarness.open(aggregator, other, model).getRemainingMillis()).isPositive();
    assertThat(ServiceHarness.open(aggregator, other, new byte[0]).getRemainingMillis())
        .isPositive();
  }

  @Test
  void subscribe_overTheLimit_isBusyAndClosesWithTheService() throws Exception {
    start(Map.of("clients.max-subscriptions", "1"));
    shuffler.open(shuffler.aggregator(), 1, TERMS, new byte[0]);
    Iterator<RoundEvent> first = shuffler.client().subscribe(SubscribeRequest.getDefaultInstance());
    assertThat(first.next().getOpened().getRemainingMillis()).isEqualTo(30_000);
    assertRefused(
        Refusal.BUSY,
        () -> shuffler.client().subscribe(SubscribeRequest.getDefaultInstance()).next());
    shuffler.service.close();
    assertRefused(Refusal.SHUTTING_DOWN, first::next);
  }

  @Test
  void operationsPort_showsCountsAndReadiness() throws Exception {
    start(Map.of());
    List<byte[]> tokens = shuffler.enrol(2);
    shuffler.open(shuffler.aggregator(), 1, TERMS, new byte[0]);
    shuffler.send(shuffler.client(), 1, List.of(ServiceHarness.answer(tokens.get(0))));
    assertThat(ServiceHarness.get(shuffler.service, "/metrics").body())
        .contains("checkin_shuffler_answers_total{outcome=\"accepted\"} 1.0")
        .contains("checkin_shuffler_clients_enrolled 2.0")
        .contains("checkin_shuffler_rounds_open 1.0");
    assertThat(ServiceHarness.get(shuffler.service, "/readyz").body()).contains("store: ok");
  }

  @Test
  void start_portTaken_letsGoOfTheStore() {
    start(Map.of());
    int taken = shuffler.service.clientsPort();
    Path other = folder.resolve("other");
    assertThatThrownBy(
            () -> ServiceHarness.start(other, Map.of("clients.port", Integer.toString(taken))))
        .isInstanceOf(java.io.UncheckedIOException.class);
    ServiceHarness.start(other, Map.of()).close();
  }
}
