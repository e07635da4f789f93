package org.shuffledcheckin.client.rpc;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ListRoundsReply;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.ReadLinksReply;
import org.shuffledcheckin.proto.v1.ReadLinksRequest;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;

/** The shuffler over gRPC. */
public final class GrpcShuffler implements Shuffler {
  /** Where the same call may go better later; everything else is the shuffler's last word. */
  private static final Set<Status.Code> PASSING =
      Set.of(
          Status.Code.UNAVAILABLE,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.ABORTED,
          Status.Code.CANCELLED,
          Status.Code.INTERNAL,
          Status.Code.UNKNOWN,
          // The next call shows another client's token.
          Status.Code.UNAUTHENTICATED);

  private final ManagedChannel connection;
  private final Channel channel;
  private final CheckInGrpc.CheckInStub stub;

  /**
   * Talks over a connection, which stays its owner's to close.
   *
   * @param credentials of the clients that the host speaks for; each call shows one of them
   */
  public GrpcShuffler(ManagedChannel connection, Credentials credentials) {
    this.connection = connection;
    this.channel = ClientInterceptors.intercept(connection, new HostCredential(credentials));
    this.stub = CheckInGrpc.newStub(channel);
  }

  @Override
  public Subscription subscribe(RoundFeed feed) {
    // The waits between attempts are the caller's; the channel's own would add minutes to them.
    connection.resetConnectBackoff();
    ClientCall<SubscribeRequest, RoundEvent> call =
        channel.newCall(CheckInGrpc.getSubscribeMethod(), CallOptions.DEFAULT);
    ClientCalls.asyncServerStreamingCall(
        call, SubscribeRequest.getDefaultInstance(), new FeedObserver(feed));
    return () -> call.cancel("the subscriber has ended", null);
  }

  @Override
  public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
    connection.resetConnectBackoff();
    ReplyObserver<ListRoundsReply, List<OpenedRound>> observer =
        new ReplyObserver<>(WireMapper::rounds);
    within(timeout).listRounds(ListRoundsRequest.getDefaultInstance(), observer);
    return observer.result();
  }

  @Override
  public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
    ReplyObserver<ReadLinksReply, List<Link>> observer = new ReplyObserver<>(WireMapper::links);
    within(timeout)
        .readLinks(
            ReadLinksRequest.newBuilder()
                .setRun(ByteString.copyFrom(run.toBytes()))
                .setAfterSequence(after)
                .build(),
            observer);
    return observer.result();
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
    ModelObserver observer = new ModelObserver(bytes);
    within(timeout)
        .downloadModel(
            DownloadModelRequest.newBuilder().setId(RoundWire.toWire(round)).build(), observer);
    return observer.model();
  }

  @Override
  public CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration timeout) {
    ReplyObserver<PledgeReply, List<PledgeOutcome>> observer =
        new ReplyObserver<>(WireMapper::outcomes);
    within(timeout).pledge(WireMapper.pledges(round, pledges), observer);
    return observer.result();
  }

  @Override
  public CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration timeout) {
    ReplyObserver<DeliverReply, List<DeliveryOutcome>> observer =
        new ReplyObserver<>(WireMapper::outcomes);
    within(timeout).deliver(WireMapper.deliveries(round, deliveries), observer);
    return observer.result();
  }

  private CheckInGrpc.CheckInStub within(Duration timeout) {
    return stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  static ExchangeException failure(Throwable cause) {
    Status.Code code = Status.fromThrowable(cause).getCode();
    return new ExchangeException(code.name(), PASSING.contains(code));
  }
}
