package org.shuffledcheckin.loadtest.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ManagedChannel;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawDelivery;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawPledge;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientDelivery;
import org.shuffledcheckin.proto.v1.ClientPledge;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;

/** A client of a shuffler that sends whatever it is given, right or wrong. Closes its channel. */
public final class RawClient implements AutoCloseable {
  private final ManagedChannel channel;
  private final CheckInGrpc.CheckInStub stub;

  /**
   * Talks over a channel.
   *
   * @param credential what every call shows before its body is read
   */
  public RawClient(ManagedChannel channel, byte[] credential) {
    this.channel = channel;
    this.stub =
        CheckInGrpc.newStub(channel)
            .withInterceptors(
                MetadataUtils.newAttachHeadersInterceptor(CredentialHeader.with(credential)));
  }

  /** Sends pledges as they are; fails where the call as a whole does. */
  public CompletableFuture<List<RawOutcome>> pledge(
      RoundId round, List<RawPledge> pledges, Duration timeout) {
    PledgeRequest.Builder request = PledgeRequest.newBuilder().setId(RoundWire.toWire(round));
    for (RawPledge pledge : pledges) {
      request.addPledges(
          ClientPledge.newBuilder()
              .setCredential(wrap(pledge.credential()))
              .setReports(wrap(pledge.number())));
    }
    Reply<PledgeReply> reply =
        new Reply<>(done -> done.getOutcomesList().stream().map(RawOutcome::of).toList());
    within(timeout).pledge(request.build(), reply);
    return reply.outcomes;
  }

  /** Sends deliveries as they are; fails where the call as a whole does. */
  public CompletableFuture<List<RawOutcome>> deliver(
      RoundId round, List<RawDelivery> deliveries, Duration timeout) {
    DeliverRequest.Builder request = DeliverRequest.newBuilder().setId(RoundWire.toWire(round));
    for (RawDelivery delivery : deliveries) {
      ClientDelivery.Builder wire =
          ClientDelivery.newBuilder().setCredential(wrap(delivery.credential()));
      delivery.reports().forEach(report -> wire.addSealedReports(wrap(report)));
      request.addDeliveries(wire);
    }
    Reply<DeliverReply> reply =
        new Reply<>(done -> done.getOutcomesList().stream().map(RawOutcome::of).toList());
    within(timeout).deliver(request.build(), reply);
    return reply.outcomes;
  }

  @Override
  public void close() {
    GrpcChannels.close(channel);
  }

  private CheckInGrpc.CheckInStub within(Duration timeout) {
    return stub.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static ByteString wrap(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  private static final class Reply<T> implements StreamObserver<T> {
    private final CompletableFuture<List<RawOutcome>> outcomes = new CompletableFuture<>();
    private final Function<T, List<RawOutcome>> read;

    Reply(Function<T, List<RawOutcome>> read) {
      this.read = read;
    }

    @Override
    public void onNext(T reply) {
      outcomes.complete(read.apply(reply));
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
  }
}
