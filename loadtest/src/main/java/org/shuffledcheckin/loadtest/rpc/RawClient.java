package org.shuffledcheckin.loadtest.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientAnswer;

/** A client of a shuffler that sends whatever it is given, right or wrong. Closes its channel. */
public final class RawClient implements AutoCloseable {
  private final ManagedChannel channel;
  private final CheckInGrpc.CheckInStub stub;

  /** Talks over a channel. */
  public RawClient(ManagedChannel channel) {
    this.channel = channel;
    this.stub = CheckInGrpc.newStub(channel);
  }

  /** Sends answers as they are; fails where the call as a whole does. */
  public CompletableFuture<List<AnswerOutcome>> answer(
      RoundId round, List<RawAnswer> answers, Duration timeout) {
    AnswerRequest.Builder request = AnswerRequest.newBuilder().setId(id(round));
    for (RawAnswer answer : answers) {
      ClientAnswer.Builder wire =
          ClientAnswer.newBuilder()
              .setCredential(UnsafeByteOperations.unsafeWrap(answer.credential()));
      answer
          .reports()
          .forEach(report -> wire.addSealedReports(UnsafeByteOperations.unsafeWrap(report)));
      request.addAnswers(wire);
    }
    Reply reply = new Reply();
    stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .answer(request.build(), reply);
    return reply.outcomes;
  }

  @Override
  public void close() {
    GrpcChannels.close(channel);
  }

  private static org.shuffledcheckin.proto.v1.RoundId id(RoundId round) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(round.run().toBytes()))
        .setNumber(round.number())
        .build();
  }

  private static final class Reply implements StreamObserver<AnswerReply> {
    private static final String PREFIX = "ANSWER_OUTCOME_";

    private final CompletableFuture<List<AnswerOutcome>> outcomes = new CompletableFuture<>();

    @Override
    public void onNext(AnswerReply reply) {
      outcomes.complete(reply.getOutcomesList().stream().map(Reply::outcome).toList());
    }

    @Override
    public void onError(Throwable cause) {
      outcomes.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
      // Does nothing after a reply.
      outcomes.completeExceptionally(new IllegalStateException("the call ended without a reply"));
    }

    private static AnswerOutcome outcome(org.shuffledcheckin.proto.v1.AnswerOutcome wire) {
      String name = wire.name();
      for (AnswerOutcome outcome : AnswerOutcome.values()) {
        if (name.equals(PREFIX + outcome.name())) {
          return outcome;
        }
      }
      return AnswerOutcome.UNKNOWN;
    }
  }
}
