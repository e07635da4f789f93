package org.shuffledcheckin.aggregator.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.BindableService;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.round.FakeShuffler;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.Rounds;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ReportBlock;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;

class GrpcShufflerTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final FakeShuffler fake = new FakeShuffler(1);
  private final byte[] model = new byte[700_000];
  private final Announcement round = announcement(model);
  private final Link link = Link.of(1, Digest.sha256(new byte[] {1}), round.digest());
  private final Head head = LedgerChain.extend(LedgerChain.genesis(TestRounds.RUN), link);
  private final SignedRound signed = TestRounds.KEYS.sign(round, head);
  private GrpcServer server;
  private GrpcShuffler shuffler;

  private static Announcement announcement(byte[] model) {
    RoundTerms terms =
        TestRounds.charged(1, RoundKey.generate()).announced().orElseThrow().announcement().terms();
    return Announcement.of(Rounds.with(terms, model));
  }

  private void serve(BindableService service) {
    String name = "release-" + NAMES.incrementAndGet();
    server =
        GrpcServer.builder(name, new Endpoint.InProcess(name), TestServers.limits())
            .serve(service)
            .start();
    shuffler = new GrpcShuffler(TestServers.connect(name), Duration.ofSeconds(10));
  }

  @AfterEach
  void stop() {
    shuffler.close();
    server.close();
  }

  @Test
  void calls_wholeRound_carryEverything() throws InterruptedException {
    serve(new FakeRelease(fake));
    fake.missing = 2;
    fake.clients = announced -> List.of(new byte[] {1}, new byte[] {2}, new byte[0], new byte[9]);
    assertThat(shuffler.witness(TestRounds.RUN))
        .isEqualTo(new ShufflerLink.Witness(Optional.empty(), 1000, Optional.empty(), 4 << 20));
    shuffler.open(signed, List.of(link), model);
    shuffler.open(signed, List.of(link), model);
    RoundId id = round.terms().id();
    assertThat(shuffler.witness(TestRounds.RUN))
        .isEqualTo(new ShufflerLink.Witness(Optional.of(head), 1000, Optional.of(id), 4 << 20));
    assertThat(fake.announced).hasSize(1);
    assertThat(fake.opened.get(0).announcement().toBytes()).isEqualTo(round.toBytes());
    assertThat(fake.opened.get(0).ledger()).isEqualTo(head);
    assertThat(fake.opened.get(0).signature()).isEqualTo(signed.signature());
    try (ShufflerLink.Batch batch = shuffler.receive(id)) {
      assertThat(batch.disposition()).isEqualTo(ShufflerLink.Disposition.RELEASED);
      assertThat(batch.reports()).isEqualTo(4);
      assertThat(batch.missing()).isEqualTo(2);
      assertThat(batch.next().orElseThrow()).hasSize(3);
      assertThat(batch.next().orElseThrow()).hasSize(1);
      assertThat(batch.next()).isEmpty();
    }
    shuffler.finish(id);
    shuffler.finish(id);
    assertThatThrownBy(() -> shuffler.receive(id))
        .isInstanceOfSatisfying(
            ShufflerRefusal.class,
            refusal ->
                assertThat(refusal.reason()).isEqualTo(ShufflerRefusal.Reason.ROUND_UNKNOWN));
  }

  @Test
  void sum_verdictOnSeeds_carriesBothWays() throws InterruptedException {
    serve(new FakeRelease(fake));
    Announcement summed = Announcement.of(summed(round.terms()));
    Link charge = Link.of(1, Digest.sha256(new byte[] {1}), summed.digest());
    Head charged = LedgerChain.extend(LedgerChain.genesis(TestRounds.RUN), charge);
    int share = summed.terms().shareBytes();
    List<byte[]> reports = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      byte[] report = new byte[share + 80];
      report[4] = (byte) (i + 1);
      reports.add(report);
    }
    fake.clients = announced -> reports;
    shuffler.open(TestRounds.KEYS.sign(summed, charged), List.of(charge), model);
    RoundId id = summed.terms().id();
    try (ShufflerLink.Batch batch = shuffler.receive(id)) {
      batch.forEachBlock(block -> assertThat(block).allMatch(seed -> seed.length == 80));
    }
    BitSet all = new BitSet();
    all.set(0, 11);
    ShufflerLink.Sum sum = shuffler.sum(id, all, 11);
    assertThat(sum.disposition()).isEqualTo(ShufflerLink.Disposition.RELEASED);
    assertThat(sum.kept()).isEqualTo(11);
    assertThat(sum.words()).hasSize(share).startsWith(0, 0, 0, 0, 66);
    all.clear(3);
    assertThatThrownBy(() -> shuffler.sum(id, all, 11))
        .isInstanceOfSatisfying(
            ShufflerRefusal.class,
            refused ->
                assertThat(refused.reason()).isEqualTo(ShufflerRefusal.Reason.VERDICT_GIVEN));
  }

  private static RoundTerms summed(RoundTerms terms) {
    Population population = terms.population();
    return Rounds.with(
        new RoundTerms(
            terms.id(),
            Population.allHonest(population.clients(), population.rate(), CheckInLaw.BERNOULLI),
            terms.report(),
            terms.window(),
            terms.spent()),
        new GaussianSumSpec(3, 1, 64, 256));
  }

  @Test
  void open_ledgerDoesNotExtend_isARefusal() {
    serve(new FakeRelease(fake));
    Link other = Link.of(2, Digest.sha256(), round.digest());
    assertThatThrownBy(() -> shuffler.open(signed, List.of(other), model))
        .isInstanceOfSatisfying(
            ShufflerRefusal.class,
            refusal ->
                assertThat(refusal.reason()).isEqualTo(ShufflerRefusal.Reason.LEDGER_ROLLED_BACK));
  }

  @Test
  void open_keyThatTheShufflerDoesNotHold_isARefusal() {
    serve(new FakeRelease(fake));
    SignedRound stranger = SigningKeys.generate().sign(round, head);
    assertThatThrownBy(() -> shuffler.open(stranger, List.of(link), model))
        .isInstanceOfSatisfying(
            ShufflerRefusal.class,
            refusal ->
                assertThat(refusal.reason()).isEqualTo(ShufflerRefusal.Reason.SIGNATURE_INVALID));
    assertThat(fake.announced).isEmpty();
  }

  @Test
  void receive_negativeCounts_areUnavailable() {
    serve(
        new ReleaseGrpc.ReleaseImplBase() {
          @Override
          public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> reply) {
            reply.onNext(
                BatchPart.newBuilder()
                    .setOutcome(
                        BatchOutcome.newBuilder()
                            .setDisposition(BatchOutcome.Disposition.DISPOSITION_RELEASED)
                            .setMissing(-1))
                    .build());
            reply.onCompleted();
          }
        });
    assertThatThrownBy(() -> shuffler.receive(round.terms().id()))
        .isInstanceOf(ShufflerUnavailable.class);
  }

  @Test
  void calls_nobodyThere_areUnavailable() {
    serve(new FakeRelease(fake));
    shuffler.close();
    shuffler = new GrpcShuffler(TestServers.connect("nobody"), Duration.ofSeconds(10));
    RoundId id = round.terms().id();
    assertThatThrownBy(() -> shuffler.witness(TestRounds.RUN))
        .isInstanceOf(ShufflerUnavailable.class);
    assertThatThrownBy(() -> shuffler.open(signed, List.of(link), model))
        .isInstanceOf(ShufflerUnavailable.class);
    assertThatThrownBy(() -> shuffler.receive(id)).isInstanceOf(ShufflerUnavailable.class);
    assertThatThrownBy(() -> shuffler.finish(id)).isInstanceOf(ShufflerUnavailable.class);
  }

  @Test
  void calls_malformedReplies_areUnavailableAndNothingWorse() {
    serve(
        new ReleaseGrpc.ReleaseImplBase() {
          @Override
          public void getWitness(GetWitnessRequest request, StreamObserver<GetWitnessReply> reply) {
            reply.onNext(
                GetWitnessReply.newBuilder()
                    .setWitnessed(LedgerHead.newBuilder().setSequence(-1).setHead(ByteString.EMPTY))
                    .build());
            reply.onCompleted();
          }

          @Override
          public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> reply) {
            reply.onNext(BatchPart.newBuilder().setBlock(ReportBlock.getDefaultInstance()).build());
            reply.onCompleted();
          }
        });
    assertThatThrownBy(() -> shuffler.witness(TestRounds.RUN))
        .isInstanceOf(ShufflerUnavailable.class);
    assertThatThrownBy(() -> shuffler.receive(round.terms().id()))
        .isInstanceOf(ShufflerUnavailable.class);
  }

  @Test
  void receive_slowReader_slowsTheSender() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    BatchPart block =
        BatchPart.newBuilder()
            .setBlock(
                ReportBlock.newBuilder().addSealedReports(ByteString.copyFrom(new byte[1 << 20])))
            .build();
    serve(
        new ReleaseGrpc.ReleaseImplBase() {
          @Override
          public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> reply) {
            ServerCallStreamObserver<BatchPart> stream =
                (ServerCallStreamObserver<BatchPart>) reply;
            stream.onNext(
                BatchPart.newBuilder()
                    .setOutcome(
                        BatchOutcome.newBuilder()
                            .setDisposition(BatchOutcome.Disposition.DISPOSITION_RELEASED)
                            .setReports(100))
                    .build());
            stream.setOnReadyHandler(
                () -> {
                  while (stream.isReady() && sent.get() < 100) {
                    stream.onNext(block);
                    if (sent.incrementAndGet() == 100) {
                      stream.onCompleted();
                    }
                  }
                });
          }
        });
    try (ShufflerLink.Batch batch = shuffler.receive(round.terms().id())) {
      for (int taken = 0; taken < 100; taken++) {
        assertThat(batch.next()).isPresent();
        // Four ahead, one being taken, and what the transport holds.
        assertThat(sent.get()).isLessThanOrEqualTo(taken + 8);
      }
      assertThat(batch.next()).isEmpty();
    }
  }

  @Test
  void receive_refusedAsBusy_mayBeTriedAgain() {
    serve(
        new ReleaseGrpc.ReleaseImplBase() {
          @Override
          public void receiveBatch(ReceiveBatchRequest request, StreamObserver<BatchPart> reply) {
            reply.onError(Refusal.BUSY.status("later").asException());
          }
        });
    assertThatThrownBy(() -> shuffler.receive(round.terms().id()))
        .isInstanceOf(ShufflerUnavailable.class)
        .hasMessageContaining("later");
  }
}
