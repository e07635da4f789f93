package org.shuffledcheckin.client;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.TlsIdentity;
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
public final class TestShuffler extends CheckInGrpc.CheckInImplBase implements AutoCloseable {
  /** Every submission ever received of a client, by round number; repeats included. */
  private final Map<Long, Map<ByteString, List<List<ByteString>>>> received = new HashMap<>();

  private final Map<Long, Map<ByteString, List<ByteString>>> accepted = new HashMap<>();
  private final List<StreamObserver<RoundEvent>> subscribers = new ArrayList<>();
  private final AtomicInteger downloads = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final GrpcServer server;
  private final Optional<ManagedChannel> channel;
  private Optional<RoundEvent> open = Optional.empty();
  private Optional<RoundTerms> terms = Optional.empty();
  private byte[] model = new byte[0];
  private int losing;
  private int busy;
  private int refusing;

  /** Serves inside this process. */
  public TestShuffler() {
    String name = UUID.randomUUID().toString();
    server = start(new Endpoint.InProcess(name));
    channel = Optional.of(TestServers.connect(name));
  }

  /** Serves on a port of the loopback interface, over TLS. */
  public TestShuffler(TlsIdentity identity) {
    server = start(new Endpoint.Network("127.0.0.1", 0, identity, ClientCertificates.OPTIONAL));
    channel = Optional.empty();
  }

  private GrpcServer start(Endpoint endpoint) {
    return GrpcServer.builder("test", endpoint, TestServers.limits())
        .serve(this)
        .onDrain(this::disconnect)
        .start();
  }

  /** The port, over TLS. */
  public int port() {
    return server.port();
  }

  /** This shuffler as a client in this process reaches it. */
  public GrpcShuffler shuffler() {
    return new GrpcShuffler(channel.orElseThrow());
  }

  /** Opens a round on the ledger that a well-behaved run would have. */
  public void open(RoundTerms round, byte[] modelBytes) {
    open(round, modelBytes, TestRounds.head(round.id().number()));
  }

  /** Opens a round on any ledger. */
  public synchronized void open(RoundTerms round, byte[] modelBytes, Head head) {
    terms = Optional.of(round);
    model = modelBytes;
    announce(
        RoundOpened.newBuilder()
            .setParameters(ByteString.copyFrom(Announcement.of(round).toBytes()))
            .setRemainingMillis(round.window().openFor().toMillis())
            .setLedger(
                LedgerHead.newBuilder()
                    .setSequence(head.sequence())
                    .setHead(ByteString.copyFrom(head.hash().toBytes())))
            .build());
  }

  /** Announces anything. */
  public synchronized void announce(RoundOpened event) {
    open = Optional.of(RoundEvent.newBuilder().setOpened(event).build());
    open.ifPresent(this::tell);
  }

  /** Closes a round. */
  public synchronized void close(RoundTerms round) {
    open = Optional.empty();
    terms = Optional.empty();
    tell(RoundEvent.newBuilder().setClosed(RoundClosed.newBuilder().setId(wire(round))).build());
  }

  /** Ends every subscription, as a restart would. */
  public synchronized void disconnect() {
    List<StreamObserver<RoundEvent>> ended = List.copyOf(subscribers);
    subscribers.clear();
    for (StreamObserver<RoundEvent> subscriber : ended) {
      subscriber.onError(Status.UNAVAILABLE.asRuntimeException());
    }
  }

  /** The next so many answer requests are taken, but their replies are lost. */
  public synchronized void loseReplies(int count) {
    losing = count;
  }

  /** The next so many answer requests are refused before anything is taken. */
  public synchronized void refuse(int count) {
    refusing = count;
  }

  /** The next so many answers are told to come again. */
  public synchronized void busy(int count) {
    busy = count;
  }

  /** Forgets everything it was ever sent. */
  public synchronized void forget() {
    received.clear();
    accepted.clear();
  }

  /** How many are subscribed. */
  public synchronized int subscribers() {
    return subscribers.size();
  }

  /** How often a model was asked for. */
  public int downloads() {
    return downloads.get();
  }

  /** How many answer requests came. */
  public int requests() {
    return requests.get();
  }

  /** All submissions that a client ever made in a round, each a list of sealed reports. */
  public synchronized List<List<ByteString>> received(long round, byte[] credential) {
    return received
        .getOrDefault(round, Map.of())
        .getOrDefault(ByteString.copyFrom(credential), List.of());
  }

  /** The answers that count, by credential. */
  public synchronized Map<ByteString, List<ByteString>> accepted(long round) {
    return Map.copyOf(accepted.getOrDefault(round, Map.of()));
  }

  @Override
  public void close() {
    channel.ifPresent(ManagedChannel::shutdownNow);
    server.close();
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
