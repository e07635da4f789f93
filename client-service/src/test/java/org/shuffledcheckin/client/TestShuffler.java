package org.shuffledcheckin.client;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.rpc.GrpcShuffler;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.kit.tls.ClientCertificates;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientDelivery;
import org.shuffledcheckin.proto.v1.ClientPledge;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DeliveryOutcome;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ListRoundsReply;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReadLinksReply;
import org.shuffledcheckin.proto.v1.ReadLinksRequest;
import org.shuffledcheckin.proto.v1.RoundClosed;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.RoundOpened;
import org.shuffledcheckin.proto.v1.SubscribeRequest;

/**
 * A shuffler in this process that keeps the wire contract towards clients, remembers every byte it
 * was ever sent, and fails when told to.
 */
public final class TestShuffler extends CheckInGrpc.CheckInImplBase implements AutoCloseable {
  private static final String CREDENTIAL = "checkin-credential-bin";
  private static final Context.Key<ByteString> TOKEN = Context.key("token");

  /** Every delivery ever received of a client, by round number; repeats included. */
  private final Map<Long, Map<ByteString, List<List<ByteString>>>> received = new HashMap<>();

  /** Every pledge ever received, likewise. */
  private final Map<Long, Map<ByteString, List<ByteString>>> heard = new HashMap<>();

  private final Map<Long, Map<ByteString, List<ByteString>>> accepted = new HashMap<>();
  private final Map<Long, Map<ByteString, Integer>> pledged = new HashMap<>();
  private final List<StreamObserver<RoundEvent>> subscribers = new ArrayList<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<ByteString> tokens = new CopyOnWriteArrayList<>();
  private final AtomicInteger downloads = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final Faults pledgeFaults = new Faults();
  private final Faults deliveryFaults = new Faults();
  private final GrpcServer server;
  private final Optional<ManagedChannel> channel;
  private TestLedger ledger = new TestLedger();
  private Optional<RoundEvent> open = Optional.empty();
  private Optional<RoundTerms> terms = Optional.empty();
  private byte[] model = new byte[0];
  private int linksPerPage = WireLimits.LEDGER_LINKS;

  /** What goes wrong with requests of one kind. */
  public static final class Faults {
    private final AtomicInteger refusing = new AtomicInteger();
    private final AtomicInteger losing = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();

    /** The next so many requests are refused before anything is taken. */
    public void refuse(int count) {
      refusing.set(count);
    }

    /** The next so many requests are taken, but their replies are lost. */
    public void loseReplies(int count) {
      losing.set(count);
    }

    /** The next so many clients are told to come again. */
    public void busy(int count) {
      busy.set(count);
    }

    private static boolean strikes(AtomicInteger left) {
      return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }
  }

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
        .header(CREDENTIAL)
        .check(new TokenReader())
        .serve(this)
        .onDrain(this::disconnect)
        .start();
  }

  /** Lets calls see the token in their metadata. */
  private final class TokenReader implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      byte[] token = headers.get(Metadata.Key.of(CREDENTIAL, Metadata.BINARY_BYTE_MARSHALLER));
      ByteString known = token == null ? ByteString.EMPTY : ByteString.copyFrom(token);
      tokens.add(known);
      return Contexts.interceptCall(Context.current().withValue(TOKEN, known), call, headers, next);
    }
  }

  /** The port, over TLS. */
  public int port() {
    return server.port();
  }

  /** This shuffler as a client in this process reaches it. */
  public GrpcShuffler shuffler(byte[] token) {
    return new GrpcShuffler(channel.orElseThrow(), Credentials.of(List.of(token)));
  }

  /** The ledger that it has witnessed. */
  public synchronized TestLedger ledger() {
    return ledger;
  }

  /** Shows another ledger from now on. */
  public synchronized void ledger(TestLedger other) {
    ledger = other;
  }

  /** How many links it gives at a time. */
  public synchronized void linksPerPage(int count) {
    linksPerPage = count;
  }

  /** Opens a round on the ledger that a well-behaved run would have. */
  public synchronized void open(RoundTerms round, byte[] modelBytes) {
    open(ledger.charge(round), modelBytes);
  }

  /** Opens a round as it was signed, if by anybody. */
  public synchronized void open(OpenedRound round, byte[] modelBytes) {
    terms = Optional.of(round.announcement().terms());
    model = modelBytes;
    announce(wire(round));
  }

  /** An opened round, as it travels. */
  public static RoundOpened wire(OpenedRound round) {
    return RoundOpened.newBuilder()
        .setRound(RoundWire.toWire(round.round()))
        .setRemainingMillis(round.remaining().toMillis())
        .addAllLinks(RoundWire.toWire(round.links()))
        .build();
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
    tell(
        RoundEvent.newBuilder()
            .setClosed(RoundClosed.newBuilder().setId(RoundWire.toWire(round.id())))
            .build());
  }

  /** Ends every subscription, as a restart would. */
  public synchronized void disconnect() {
    List<StreamObserver<RoundEvent>> ended = List.copyOf(subscribers);
    subscribers.clear();
    for (StreamObserver<RoundEvent> subscriber : ended) {
      subscriber.onError(Status.UNAVAILABLE.asRuntimeException());
    }
  }

  /** What goes wrong with pledges. */
  public Faults pledgeFaults() {
    return pledgeFaults;
  }

  /** What goes wrong with deliveries. */
  public Faults deliveryFaults() {
    return deliveryFaults;
  }

  /** Forgets everything it was ever sent. */
  public synchronized void forget() {
    received.clear();
    heard.clear();
    accepted.clear();
    pledged.clear();
  }

  /** How many are subscribed. */
  public synchronized int subscribers() {
    return subscribers.size();
  }

  /** How often a model was asked for. */
  public int downloads() {
    return downloads.get();
  }

  /** How many requests with pledges or deliveries came. */
  public int requests() {
    return requests.get();
  }

  /**
   * What was called, in order: {@code pledge}, {@code download}, {@code deliver}, {@code links}.
   */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** The token in the metadata of every call. */
  public List<ByteString> tokens() {
    return List.copyOf(tokens);
  }

  /** All deliveries that a client ever made in a round, each a list of sealed reports. */
  public synchronized List<List<ByteString>> received(long round, byte[] credential) {
    return received
        .getOrDefault(round, Map.of())
        .getOrDefault(ByteString.copyFrom(credential), List.of());
  }

  /** All pledges that a client ever made in a round, as they came. */
  public synchronized List<ByteString> heard(long round, byte[] credential) {
    return heard
        .getOrDefault(round, Map.of())
        .getOrDefault(ByteString.copyFrom(credential), List.of());
  }

  /** The deliveries that count, by credential. */
  public synchronized Map<ByteString, List<ByteString>> accepted(long round) {
    return Map.copyOf(accepted.getOrDefault(round, Map.of()));
  }

  /** The pledges that count, by credential. */
  public synchronized Map<ByteString, Integer> pledged(long round) {
    return Map.copyOf(pledged.getOrDefault(round, Map.of()));
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
  public synchronized void listRounds(
      ListRoundsRequest request, StreamObserver<ListRoundsReply> observer) {
    ListRoundsReply.Builder reply = ListRoundsReply.newBuilder();
    open.ifPresent(event -> reply.addRounds(event.getOpened()));
    observer.onNext(reply.build());
    observer.onCompleted();
  }

  @Override
  public synchronized void readLinks(
      ReadLinksRequest request, StreamObserver<ReadLinksReply> observer) {
    calls.add("links");
    observer.onNext(
        ReadLinksReply.newBuilder()
            .addAllLinks(RoundWire.toWire(ledger.after(request.getAfterSequence(), linksPerPage)))
            .build());
    observer.onCompleted();
  }

  @Override
  public void downloadModel(DownloadModelRequest request, StreamObserver<ModelChunk> observer) {
    calls.add("download");
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
  public synchronized void pledge(PledgeRequest request, StreamObserver<PledgeReply> observer) {
    calls.add("pledge");
    if (!admits(request.getPledgesCount(), pledgeFaults, observer)) {
      return;
    }
    PledgeReply.Builder reply = PledgeReply.newBuilder();
    for (ClientPledge pledge : request.getPledgesList()) {
      reply.addOutcomes(take(request.getId().getNumber(), pledge));
    }
    reply(reply.build(), pledgeFaults, observer);
  }

  @Override
  public synchronized void deliver(DeliverRequest request, StreamObserver<DeliverReply> observer) {
    calls.add("deliver");
    if (!admits(request.getDeliveriesCount(), deliveryFaults, observer)) {
      return;
    }
    DeliverReply.Builder reply = DeliverReply.newBuilder();
    for (ClientDelivery delivery : request.getDeliveriesList()) {
      reply.addOutcomes(take(request.getId().getNumber(), delivery));
    }
    reply(reply.build(), deliveryFaults, observer);
  }

  private boolean admits(int clients, Faults faults, StreamObserver<?> observer) {
    requests.incrementAndGet();
    if (Faults.strikes(faults.refusing)) {
      observer.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException());
      return false;
    }
    if (clients < 1 || clients > WireLimits.CLIENTS_PER_REQUEST) {
      observer.onError(new StatusRuntimeException(Status.INVALID_ARGUMENT));
      return false;
    }
    return true;
  }

  private static <R> void reply(R reply, Faults faults, StreamObserver<R> observer) {
    if (Faults.strikes(faults.losing)) {
      observer.onError(Status.UNAVAILABLE.asRuntimeException());
      return;
    }
    observer.onNext(reply);
    observer.onCompleted();
  }

  private static ByteString credential(ByteString inBody) {
    return inBody.isEmpty() ? TOKEN.get() : inBody;
  }

  private PledgeOutcome take(long number, ClientPledge pledge) {
    ByteString client = credential(pledge.getCredential());
    heard
        .computeIfAbsent(number, absent -> new HashMap<>())
        .computeIfAbsent(client, absent -> new ArrayList<>())
        .add(pledge.getReports());
    if (Faults.strikes(pledgeFaults.busy)) {
      return PledgeOutcome.PLEDGE_OUTCOME_BUSY;
    }
    if (isClosed(number)) {
      return PledgeOutcome.PLEDGE_OUTCOME_ROUND_NOT_OPEN;
    }
    if (pledge.getReports().size() != 1) {
      return PledgeOutcome.PLEDGE_OUTCOME_MALFORMED;
    }
    int reports = pledge.getReports().byteAt(0);
    return pledged.computeIfAbsent(number, absent -> new HashMap<>()).putIfAbsent(client, reports)
            == null
        ? PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED
        : PledgeOutcome.PLEDGE_OUTCOME_ALREADY_PLEDGED;
  }

  private DeliveryOutcome take(long number, ClientDelivery delivery) {
    ByteString client = credential(delivery.getCredential());
    List<ByteString> reports = List.copyOf(delivery.getSealedReportsList());
    received
        .computeIfAbsent(number, absent -> new HashMap<>())
        .computeIfAbsent(client, absent -> new ArrayList<>())
        .add(reports);
    if (Faults.strikes(deliveryFaults.busy)) {
      return DeliveryOutcome.DELIVERY_OUTCOME_BUSY;
    }
    if (isClosed(number)) {
      return DeliveryOutcome.DELIVERY_OUTCOME_ROUND_NOT_OPEN;
    }
    if (pledged.getOrDefault(number, Map.of()).getOrDefault(client, 0) != reports.size()) {
      return DeliveryOutcome.DELIVERY_OUTCOME_NOT_AS_PLEDGED;
    }
    int length = terms.orElseThrow().sealedReportBytes();
    if (reports.stream().anyMatch(report -> report.size() != length)) {
      return DeliveryOutcome.DELIVERY_OUTCOME_WRONG_LENGTH;
    }
    return accepted.computeIfAbsent(number, absent -> new HashMap<>()).putIfAbsent(client, reports)
            == null
        ? DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED
        : DeliveryOutcome.DELIVERY_OUTCOME_ALREADY_DELIVERED;
  }

  private boolean isClosed(long number) {
    return terms.isEmpty() || terms.get().id().number() != number;
  }

  private synchronized void forget(StreamObserver<RoundEvent> observer) {
    subscribers.remove(observer);
  }

  private void tell(RoundEvent event) {
    for (StreamObserver<RoundEvent> subscriber : subscribers) {
      subscriber.onNext(event);
    }
  }
}
