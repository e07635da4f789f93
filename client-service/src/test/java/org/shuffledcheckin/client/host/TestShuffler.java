package org.shuffledcheckin.client.host;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientAnswer;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.RoundClosed;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.RoundOpened;
import org.shuffledcheckin.proto.v1.SubscribeRequest;

/**
 * A shuffler in this process that keeps the wire contract towards clients, remembers every byte it
 * was ever sent, and fails when told to.
 */
final class TestShuffler extends CheckInGrpc.CheckInImplBase implements AutoCloseable {
  /** Every submission ever received of a client, by round number; repeats included. */
  private final Map<Long, Map<ByteString, List<List<ByteString>>>> received = new HashMap<>();

  private final Map<Long, Map<ByteString, List<ByteString>>> accepted = new HashMap<>();
  private final List<StreamObserver<RoundEvent>> subscribers = new ArrayList<>();
  private final AtomicInteger downloads = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final Server server;
  private final ManagedChannel channel;
  private Optional<RoundEvent> open = Optional.empty();
  private Optional<RoundTerms> terms = Optional.empty();
  private byte[] model = new byte[0];
  private int losing;
  private int busy;
  private int refusing;

  TestShuffler() throws IOException {
    String name = UUID.randomUUID().toString();
    server =
        InProcessServerBuilder.forName(name)
            .maxInboundMessageSize(WireLimits.MESSAGE_BYTES)
            .addService(this)
            .build()
            .start();
    channel =
        InProcessChannelBuilder.forName(name)
            .maxInboundMessageSize(WireLimits.MESSAGE_BYTES)
            .build();
  }

  GrpcShuffler shuffler() {
    return new GrpcShuffler(channel);
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Opens a round on the ledger that a well-behaved run would have. */
  void open(RoundTerms round, byte[] modelBytes) {
    open(round, modelBytes, TestRounds.head(round.id().number()));
  }

  synchronized void open(RoundTerms round, byte[] modelBytes, Head head) {
    terms = Optional.of(round);
    model = modelBytes;
    announce(
        RoundOpened.newBuilder()
            .setParameters(ByteString.copyFrom(Announcement.of(round).toBytes()))
            .setRemainingMillis(round.openFor().toMillis())
            .setLedger(
                LedgerHead.newBuilder()
                    .setSequence(head.sequence())
                    .setHead(ByteString.copyFrom(head.hash().toBytes())))
            .build());
  }

  /** Announces anything. */
  synchronized void announce(RoundOpened event) {
    open = Optional.of(RoundEvent.newBuilder().setOpened(event).build());
    open.ifPresent(this::tell);
  }

  synchronized void close(RoundTerms round) {
    open = Optional.empty();
    terms = Optional.empty();
    tell(RoundEvent.newBuilder().setClosed(RoundClosed.newBuilder().setId(wire(round))).build());
  }

  /** Ends every subscription, as a restart would. */
  synchronized void disconnect() {
    List<StreamObserver<RoundEvent>> ended = List.copyOf(subscribers);
    subscribers.clear();
    for (StreamObserver<RoundEvent> subscriber : ended) {
      subscriber.onError(Status.UNAVAILABLE.asRuntimeException());
    }
  }

  /** The next so many answer requests are taken, but their replies are lost. */
  synchronized void loseReplies(int count) {
    losing = count;
  }

  /** The next so many answer requests are refused before anything is taken. */
  synchronized void refuse(int count) {
    refusing = count;
  }

  /** The next so many answers are told to come again. */
  synchronized void busy(int count) {
    busy = count;
  }

  synchronized int subscribers() {
    return subscribers.size();
  }

  int downloads() {
    return downloads.get();
  }

  int requests() {
    return requests.get();
  }

  /** All submissions that a client ever made in a round, each a list of sealed reports. */
  synchronized List<List<ByteString>> received(long round, byte[] credential) {
    return received
        .getOrDefault(round, Map.of())
        .getOrDefault(ByteString.copyFrom(credential), List.of());
  }

  /** The answers that count, by credential. */
  synchronized Map<ByteString, List<ByteString>> accepted(long round) {
    return Map.copyOf(accepted.getOrDefault(round, Map.of()));
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void subscribe(
      SubscribeRequest request, StreamObserver<RoundEvent> observer) {
    ((ServerCallStreamObserver<RoundEvent>) observer).setOnCancelHandler(() -> forget(observer));
    subscribers.add(observer);
    open.ifPresent(observer::onNext);
  }

  @Override
  public void downloadModel(DownloadModelRequest request, StreamObserver<ModelChunk> observer) {
    downloads.incrementAndGet();
    byte[] bytes;
    synchronized (this) {
      bytes = model;
    }
    for (int at = 0; at < bytes.length; at += 1000) {
      int end = Math.min(bytes.length, at + 1000);
      observer.onNext(
          ModelChunk.newBuilder()
              .setOffset(at)
              .setData(ByteString.copyFrom(bytes, at, end - at))
              .build());
    }
    observer.onCompleted();
  }

  @Override
  public synchronized void answer(AnswerRequest request, StreamObserver<AnswerReply> observer) {
    requests.incrementAndGet();
    if (refusing > 0) {
      refusing--;
      observer.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException());
      return;
    }
    if (request.getAnswersCount() < 1
        || request.getAnswersCount() > WireLimits.ANSWERS_PER_REQUEST) {
      observer.onError(new StatusRuntimeException(Status.INVALID_ARGUMENT));
      return;
    }
    AnswerReply.Builder reply = AnswerReply.newBuilder();
    for (ClientAnswer answer : request.getAnswersList()) {
      reply.addOutcomes(take(request.getId().getNumber(), answer));
    }
    if (losing > 0) {
      losing--;
      observer.onError(Status.UNAVAILABLE.asRuntimeException());
      return;
    }
    observer.onNext(reply.build());
    observer.onCompleted();
  }

  private AnswerOutcome take(long number, ClientAnswer answer) {
    received
        .computeIfAbsent(number, absent -> new HashMap<>())
        .computeIfAbsent(answer.getCredential(), absent -> new ArrayList<>())
        .add(List.copyOf(answer.getSealedReportsList()));
    if (busy > 0) {
      busy--;
      return AnswerOutcome.ANSWER_OUTCOME_BUSY;
    }
    if (terms.isEmpty() || terms.get().id().number() != number) {
      return AnswerOutcome.ANSWER_OUTCOME_ROUND_NOT_OPEN;
    }
    int length = terms.get().sealedReportBytes();
    if (answer.getSealedReportsList().stream().anyMatch(report -> report.size() != length)) {
      return AnswerOutcome.ANSWER_OUTCOME_WRONG_LENGTH;
    }
    Map<ByteString, List<ByteString>> round =
        accepted.computeIfAbsent(number, absent -> new HashMap<>());
    return round.putIfAbsent(answer.getCredential(), List.copyOf(answer.getSealedReportsList()))
            == null
        ? AnswerOutcome.ANSWER_OUTCOME_ACCEPTED
        : AnswerOutcome.ANSWER_OUTCOME_ALREADY_ANSWERED;
  }

  private synchronized void forget(StreamObserver<RoundEvent> observer) {
    subscribers.remove(observer);
  }

  private void tell(RoundEvent event) {
    for (StreamObserver<RoundEvent> subscriber : subscribers) {
      subscriber.onNext(event);
    }
  }

  private static org.shuffledcheckin.proto.v1.RoundId wire(RoundTerms round) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(round.id().run().toBytes()))
        .setNumber(round.id().number())
        .build();
  }
}
