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
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientDelivery;
import org.shuffledcheckin.proto.v1.ClientPledge;
import org.shuffledcheckin.proto.v1.ClosedRound;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DeliveryOutcome;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReadLinksRequest;
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
                .setLargestDeliveryBytes(WireLimits.MESSAGE_BYTES)
                .build());
    Iterator<RoundEvent> events = client.subscribe(SubscribeRequest.getDefaultInstance());
    byte[] model = new byte[600_000];
    new Random(3).nextBytes(model);
    TestTerms terms = TERMS.model(model);
    assertThat(shuffler.open(aggregator, 1, terms, model).getRemainingMillis()).isEqualTo(30_000);
    RoundEvent opened = events.next();
    var signed = ServiceHarness.header(shuffler.ledger.request(1, terms, 0));
    assertThat(opened.getOpened().getRound()).isEqualTo(signed.getRound());
    assertThat(opened.getOpened().getLinksList()).isEqualTo(signed.getLinksList());
    assertThat(client.listRounds(ListRoundsRequest.getDefaultInstance()).getRoundsList())
        .containsExactly(opened.getOpened());
    ReadLinksRequest.Builder links = ReadLinksRequest.newBuilder().setRun(witness.getRun());
    assertThat(client.readLinks(links.build()).getLinksList()).isEqualTo(signed.getLinksList());
    assertThat(client.readLinks(links.setAfterSequence(1).build()).getLinksList()).isEmpty();
    assertThat(opened.getOpened().getRemainingMillis()).isEqualTo(30_000);
    ByteArrayOutputStream relayed = new ByteArrayOutputStream();
    client
        .downloadModel(DownloadModelRequest.newBuilder().setId(shuffler.wireId(1)).build())
        .forEachRemaining(chunk -> relayed.writeBytes(chunk.getData().toByteArray()));
    assertThat(relayed.toByteArray()).isEqualTo(model);
    byte[] report = ShufflerHarness.report(terms, 77);
    assertThat(
            shuffler.pledge(
                client,
                1,
                ServiceHarness.pledge(tokens.get(0), 1),
                ServiceHarness.pledge(tokens.get(1), 0)))
        .containsExactly(
            PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED, PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED);
    assertThat(
            shuffler.deliver(
                client,
                1,
                ServiceHarness.delivery(tokens.get(0), report),
                ServiceHarness.delivery(tokens.get(1), report)))
        .containsExactly(
            DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED,
            DeliveryOutcome.DELIVERY_OUTCOME_NOT_AS_PLEDGED);
    var status = shuffler.operator().getShuffler(GetShufflerRequest.getDefaultInstance());
    assertThat(status.getOpenRound()).isEqualTo(shuffler.wireId(1));
    assertThat(status.getSubscribers()).isEqualTo(1);
    assertThat(status.hasLastClosed()).isFalse();
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
    assertThat(client.listRounds(ListRoundsRequest.getDefaultInstance()).getRoundsList()).isEmpty();
    assertThat(
            shuffler
                .operator()
                .getShuffler(GetShufflerRequest.getDefaultInstance())
                .getLastClosed())
        .isEqualTo(
            ClosedRound.newBuilder()
                .setId(shuffler.wireId(1))
                .setDisposition("released")
                .setPledges(2)
                .setReports(1)
                .build());
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
    start(Map.of("rounds.early-close", "true"));
    List<byte[]> tokens = shuffler.enrol(2);
    var aggregator = shuffler.aggregator();
    shuffler.open(aggregator, 1, TERMS, new byte[0]);
    var parts =
        java.util.concurrent.CompletableFuture.supplyAsync(
            () -> shuffler.receive(shuffler.aggregator(), 1));
    byte[] report = ShufflerHarness.report(TERMS, 1);
    ServiceHarness.takePart(shuffler.client(), shuffler.wireId(1), tokens.get(0), report);
    assertThat(parts).isNotDone();
    ServiceHarness.takePart(shuffler.client(), shuffler.wireId(1), tokens.get(1));
    assertThat(ShufflerHarness.get(parts)).hasSize(2);
  }

  @Test
  void roles_wrongCertificateOrToken_areRefused() {
    start(Map.of());
    var operatorAsAggregator =
        ReleaseGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.aggregatorPort(), shuffler.as("operator:shuffler")));
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
            shuffler.connect(shuffler.service.operatorsPort(), shuffler.as("operator:shuffler")));
    assertThat(
            withoutToken.getShuffler(GetShufflerRequest.getDefaultInstance()).getEnrolledClients())
        .isZero();
    assertRefused(
        Refusal.NOT_AUTHENTICATED,
        () -> withoutToken.enrol(EnrolRequest.newBuilder().setClients(1).build()).next());
    assertRefused(
        Refusal.NOT_AUTHENTICATED,
        () -> withoutToken.revoke(RevokeRequest.newBuilder().addClients(1).build()));
    var otherParty =
        ShufflerOperatorGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.operatorsPort(), shuffler.as("operator:aggregator")));
    assertRefused(
        Refusal.NOT_AUTHORISED,
        () -> otherParty.getShuffler(GetShufflerRequest.getDefaultInstance()));
    // Clients' port serves clients' calls only.
    var wrongPort =
        ReleaseGrpc.newBlockingStub(
            shuffler.connect(shuffler.service.clientsPort(), shuffler.as("aggregator")));
    assertFails(
        Status.Code.UNIMPLEMENTED,
        () -> wrongPort.getWitness(GetWitnessRequest.getDefaultInstance()));
  }

  @Test
  void pledge_byCertificate_namesItsClient() throws Exception {
    start(Map.of("clients.authentication", "certificate"));
    shuffler.enrol(2);
    shuffler.open(shuffler.aggregator(), 1, TERMS, new byte[0]);
    ClientPledge pledge = ServiceHarness.pledge(new byte[0], 0);
    for (long number = 0; number < 2; number++) {
      var client =
          CheckInGrpc.newBlockingStub(
              shuffler.connect(
                  shuffler.service.clientsPort(),
                  shuffler.authority.issueClient(number).channel(ServiceHarness.SHUFFLER)));
      assertThat(shuffler.pledge(client, 1, pledge, pledge))
          .containsExactly(
              PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED, PledgeOutcome.PLEDGE_OUTCOME_ALREADY_PLEDGED);
    }
    for (var stranger :
        List.of(
            shuffler.authority.issueClient(2).channel(ServiceHarness.SHUFFLER), shuffler.as("x"))) {
      var client =
          CheckInGrpc.newBlockingStub(shuffler.connect(shuffler.service.clientsPort(), stranger));
      assertRefused(Refusal.NOT_AUTHENTICATED, () -> shuffler.pledge(client, 1, pledge));
    }
  }

  @Test
  void pledge_withoutCredential_isOfTheTokenInTheHeader() throws Exception {
    start(Map.of());
    byte[] token = shuffler.enrol(1).get(0);
    shuffler.open(shuffler.aggregator(), 1, TERMS, new byte[0]);
    ClientPledge pledge = ServiceHarness.pledge(new byte[0], 1);
    assertRefused(
        Refusal.NOT_AUTHENTICATED, () -> shuffler.pledge(shuffler.client(new byte[0]), 1, pledge));
    var client = shuffler.client(token);
    assertThat(shuffler.pledge(client, 1, pledge))
        .containsExactly(PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED);
    byte[] report = ShufflerHarness.report(TERMS, 5);
    assertThat(shuffler.deliver(client, 1, ServiceHarness.delivery(new byte[0], report)))
        .containsExactly(DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED);
    // Its own credential comes before the call's, and one that is too long is not none.
    byte[] tooLong = new byte[WireLimits.CREDENTIAL_BYTES + 1];
    assertThat(shuffler.pledge(client, 1, ServiceHarness.pledge(tooLong, 1)))
        .containsExactly(PledgeOutcome.PLEDGE_OUTCOME_NOT_AUTHORISED);
  }

  @Test
  void calls_outOfRange_areMalformedAndChangeNothing() throws Exception {
    start(Map.of());
    shuffler.enrol(1);
    var client = shuffler.client();
    assertRefused(Refusal.MALFORMED, () -> client.pledge(PledgeRequest.getDefaultInstance()));
    assertRefused(Refusal.MALFORMED, () -> client.deliver(DeliverRequest.getDefaultInstance()));
    assertRefused(Refusal.MALFORMED, () -> client.readLinks(ReadLinksRequest.getDefaultInstance()));
    assertRefused(
        Refusal.MALFORMED,
        () -> client.pledge(PledgeRequest.newBuilder().setId(shuffler.wireId(1)).build()));
    assertRefused(
        Refusal.MALFORMED,
        () -> client.deliver(DeliverRequest.newBuilder().setId(shuffler.wireId(1)).build()));
    PledgeRequest.Builder pledges = PledgeRequest.newBuilder().setId(shuffler.wireId(1));
    DeliverRequest.Builder deliveries = DeliverRequest.newBuilder().setId(shuffler.wireId(1));
    for (int i = 0; i <= WireLimits.CLIENTS_PER_REQUEST; i++) {
      pledges.addPledges(ClientPledge.getDefaultInstance());
      deliveries.addDeliveries(ClientDelivery.getDefaultInstance());
    }
    assertRefused(Refusal.MALFORMED, () -> client.pledge(pledges.build()));
    assertRefused(Refusal.MALFORMED, () -> client.deliver(deliveries.build()));
    ByteString tooLong = ByteString.copyFrom(new byte[WireLimits.MESSAGE_BYTES + 1]);
    assertFails(
        Status.Code.RESOURCE_EXHAUSTED,
        () ->
            client.deliver(
                DeliverRequest.newBuilder()
                    .setId(shuffler.wireId(1))
                    .addDeliveries(ClientDelivery.newBuilder().addSealedReports(tooLong))
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
        .isEqualTo(1);
  }

  @Test
  void deliver_longerThanUsual_isTakenWhereTheLimitWasRaised() throws Exception {
    start(Map.of("clients.limits.max-message", "8MiB"));
    byte[] token = shuffler.enrol(1).get(0);
    TestTerms large = TERMS.reportBytes(400_000);
    var aggregator = shuffler.aggregator();
    shuffler.open(aggregator, 1, large, new byte[0]);
    byte[][] reports = new byte[16][];
    for (int i = 0; i < reports.length; i++) {
      reports[i] = ShufflerHarness.report(large, i);
    }
    ClientDelivery delivery = ServiceHarness.delivery(token, reports);
    assertThat(delivery.getSerializedSize()).isGreaterThan(WireLimits.MESSAGE_BYTES);
    shuffler.pledge(shuffler.client(), 1, ServiceHarness.pledge(token, 16));
    assertThat(shuffler.deliver(shuffler.client(), 1, delivery))
        .containsExactly(DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED);
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
    OpenRoundHeader forged =
        other.toBuilder()
            .setRound(
                other.getRound().toBuilder()
                    .setSignature(ByteString.copyFrom(new byte[WireLimits.SIGNATURE_BYTES])))
            .build();
    assertRefused(Refusal.SIGNATURE_INVALID, () -> ServiceHarness.open(aggregator, forged, model));
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
    shuffler.enrol(1);
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
    shuffler.pledge(shuffler.client(), 1, ServiceHarness.pledge(tokens.get(0), 0));
    assertThat(ServiceHarness.get(shuffler.service, "/metrics").body())
        .contains("checkin_shuffler_pledges_total{outcome=\"accepted\"} 0.0")
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
