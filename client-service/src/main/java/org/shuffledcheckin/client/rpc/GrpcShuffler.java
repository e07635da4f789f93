package org.shuffledcheckin.client.rpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
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
          Status.Code.UNKNOWN);

  private final ManagedChannel channel;
  private final CheckInGrpc.CheckInStub stub;

  /** Talks over a channel, which stays its owner's to close. */
  public GrpcShuffler(ManagedChannel channel) {
    this.channel = channel;
    this.stub = CheckInGrpc.newStub(channel);
  }

  @Override
  public Subscription subscribe(RoundFeed feed) {
    // The waits between attempts are the caller's; the channel's own would add minutes to them.
    channel.resetConnectBackoff();
    ClientCall<SubscribeRequest, RoundEvent> call =
        channel.newCall(CheckInGrpc.getSubscribeMethod(), CallOptions.DEFAULT);
    ClientCalls.asyncServerStreamingCall(
        call, SubscribeRequest.getDefaultInstance(), new FeedObserver(feed));
    return () -> call.cancel("the subscriber has ended", null);
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
    ModelObserver observer = new ModelObserver(bytes);
    stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .downloadModel(
            DownloadModelRequest.newBuilder().setId(WireMapper.id(round)).build(), observer);
    return observer.model();
  }

  @Override
  public CompletableFuture<List<AnswerOutcome>> answer(
      RoundId round, List<Answer> answers, Duration timeout) {
    ReplyObserver observer = new ReplyObserver();
    stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .answer(WireMapper.request(round, answers), observer);
    return observer.outcomes;
  }

  static ExchangeException failure(Throwable cause) {
    Status.Code code = Status.fromThrowable(cause).getCode();
    return new ExchangeException(code.name(), PASSING.contains(code));
  }

  private static final class ReplyObserver implements StreamObserver<AnswerReply> {
    private final CompletableFuture<List<AnswerOutcome>> outcomes = new CompletableFuture<>();

    @Override
    public void onNext(AnswerReply reply) {
      outcomes.complete(WireMapper.outcomes(reply));
    }

    @Override
    public void onError(Throwable cause) {
      outcomes.completeExceptionally(failure(cause));
    }

    @Override
    public void onCompleted() {
      // Does nothing after a reply; without one, the call was no good.
      outcomes.completeExceptionally(new ExchangeException("NO_REPLY", true));
    }
  }
}
