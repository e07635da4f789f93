package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.Platform;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestLedger;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.shuffledcheckin.shuffler.store.MemoryDisk;

/** Peers that do not take what they are sent cost neither memory nor anyone else's time. */
class SlowPeerTest {
  private static final TestTerms TERMS = TestTerms.simple().reportBytes(60_000);
  private static final int REPORTS = 200;

  @TempDir Path folder;
  private final VirtualClock clock = new VirtualClock();
  private final TestLedger ledger = new TestLedger(RoundId.Run.of(new byte[16]));
  private MemoryDisk disk;
  private ShufflerService service;
  private ManagedChannel unnamed;
  private Channel clients;
  private ManagedChannel aggregator;

  @BeforeEach
  void start() {
    String name = "slow-" + new SecureRandom().nextLong();
    disk = new MemoryDisk(folder);
    service =
        ShufflerService.start(
            ServiceHarness.config(folder, Map.of("operations.enabled", "false")),
            ServiceHarness.inProcess(name),
            disk,
            new Platform(clock::nanoTime, () -> Long.MAX_VALUE, new SecureRandom()));
    unnamed = TestServers.connect(name + "-clients");
    clients =
        ClientInterceptors.intercept(
            unnamed,
            MetadataUtils.newAttachHeadersInterceptor(
                CredentialHeader.with(service.enrol(1).get(0))));
    aggregator = TestServers.connect(name + "-aggregator");
  }

  @AfterEach
  void stop() {
    unnamed.shutdownNow();
    aggregator.shutdownNow();
    service.close();
  }

  @Test
  void receiveBatch_aggregatorTakesNothing_readsNoFurther() throws Exception {
    open(1);
    List<byte[]> tokens = service.enrol(REPORTS);
    for (int client = 0; client < REPORTS; client++) {
      assertThat(takePart(1, tokens.get(client), ShufflerHarness.report(TERMS, client)))
          .isEqualTo(1);
    }
    clock.pass(Duration.ofSeconds(30));
    Taker<ReceiveBatchRequest, BatchPart> taker =
        new Taker<>(
            aggregator,
            ReleaseGrpc.getReceiveBatchMethod(),
            ReceiveBatchRequest.newBuilder().setId(id(1)).build());
    assertThat(taker.take().getOutcome().getReports()).isEqualTo(REPORTS);
    // A block is made only when there is room for one; in-process there is room for what was asked.
    assertThat(disk.batchReads()).isLessThanOrEqualTo(1);
    int received = 0;
    for (int block = 1; received < REPORTS; block++) {
      received += taker.take().getBlock().getSealedReportsCount();
      assertThat(disk.batchReads()).isLessThanOrEqualTo(block + 1);
    }
    assertThat(received).isEqualTo(REPORTS);
    assertThat(taker.end().getCode()).isEqualTo(Status.Code.OK);
  }

  @Test
  void subscribe_slowSubscriber_missesRoundsAndDelaysNobody() throws Exception {
    Taker<SubscribeRequest, RoundEvent> slow =
        new Taker<>(
            clients, CheckInGrpc.getSubscribeMethod(), SubscribeRequest.getDefaultInstance());
    Iterator<RoundEvent> quick =
        CheckInGrpc.newBlockingStub(clients)
            .withDeadlineAfter(60, TimeUnit.SECONDS)
            .subscribe(SubscribeRequest.getDefaultInstance());
    for (int number = 1; number <= 3; number++) {
      open(number);
      assertThat(quick.next().getOpened().getRound().getLedger().getSequence()).isEqualTo(number);
      if (number < 3) {
        assertThat(
                ReleaseGrpc.newBlockingStub(aggregator)
                    .finishRound(FinishRoundRequest.newBuilder().setId(id(number)).build()))
            .isNotNull();
        assertThat(quick.next().getClosed().getId()).isEqualTo(id(number));
      }
    }
    // Back after two rounds, it hears of the one that is open now and of nothing before.
    assertThat(slow.take().getOpened().getRound().getLedger().getSequence()).isEqualTo(3);
  }

  private void open(long number) throws Exception {
    ServiceHarness.open(
        ReleaseGrpc.newBlockingStub(aggregator),
        ServiceHarness.header(ledger.charge(number, TERMS, ledger.head().sequence())),
        new byte[0]);
  }

  private int takePart(long number, byte[] token, byte[] report) {
    return ServiceHarness.takePart(CheckInGrpc.newBlockingStub(clients), id(number), token, report);
  }

  private org.shuffledcheckin.proto.v1.RoundId id(long number) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(ledger.run().toBytes()))
        .setNumber(number)
        .build();
  }

  /** Takes one message when asked, and none before. */
  private static final class Taker<Q, R> extends ClientCall.Listener<R> {
    private final ClientCall<Q, R> call;
    private final BlockingQueue<R> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<Status> ends = new LinkedBlockingQueue<>();

    Taker(Channel channel, MethodDescriptor<Q, R> method, Q request) {
      call = channel.newCall(method, CallOptions.DEFAULT);
      call.start(this, new Metadata());
      call.sendMessage(request);
      call.halfClose();
    }

    R take() throws InterruptedException {
      call.request(1);
      R message = messages.poll(30, TimeUnit.SECONDS);
      assertThat(message).as("a message comes").isNotNull();
      return message;
    }

    Status end() throws InterruptedException {
      call.request(1);
      return ends.poll(30, TimeUnit.SECONDS);
    }

    @Override
    public void onMessage(R message) {
      messages.add(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ends.add(status);
    }
  }
}
