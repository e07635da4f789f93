package org.shuffledcheckin.client.enrolment.rpc;

import com.google.protobuf.ByteString;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.shuffledcheckin.kit.server.OperatorClient;
import org.shuffledcheckin.proto.v1.ClosedRound;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.RevokeRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;

/**
 * What an operator asks of a shuffler. Every call may throw {@link
 * org.shuffledcheckin.kit.server.OperatorCallException}.
 */
public final class ShufflerClient implements AutoCloseable {
  private static final long CALL_SECONDS = 30;
  private static final long ENROL_MINUTES = 30;

  private final OperatorClient operator;
  private final ShufflerOperatorGrpc.ShufflerOperatorBlockingStub stub;

  /** Calls through an operator's client, which it closes. */
  public ShufflerClient(OperatorClient operator) {
    this.operator = operator;
    this.stub = operator.stub(ShufflerOperatorGrpc::newBlockingStub);
  }

  /** Counts at the shuffler now. */
  public ShufflerCounts counts() {
    GetShufflerReply reply =
        operator.call(() -> inTime().getShuffler(GetShufflerRequest.getDefaultInstance()));
    return new ShufflerCounts(
        reply.getEnrolledClients(),
        reply.getSubscribers(),
        reply.hasOpenRound()
            ? OptionalLong.of(reply.getOpenRound().getNumber())
            : OptionalLong.empty(),
        reply.hasLastClosed() ? Optional.of(closed(reply.getLastClosed())) : Optional.empty());
  }

  private static ShufflerCounts.ClosedRound closed(ClosedRound wire) {
    return new ShufflerCounts.ClosedRound(
        wire.getId().getNumber(),
        wire.getDisposition(),
        wire.getPledges(),
        wire.getReports(),
        wire.getMissing());
  }

  /** Enrols so many clients and hands over their tokens as they come. */
  public void enrol(long clients, Consumer<List<byte[]>> tokens) {
    Iterator<EnrolReply> replies =
        stub.withDeadlineAfter(ENROL_MINUTES, TimeUnit.MINUTES)
            .enrol(EnrolRequest.newBuilder().setClients(clients).build());
    while (operator.call(replies::hasNext)) {
      tokens.accept(
          operator.call(replies::next).getTokensList().stream()
              .map(ByteString::toByteArray)
              .toList());
    }
  }

  /** Revokes clients by number; tells how many were enrolled until now. */
  public long revoke(List<Long> clients) {
    RevokeRequest request = RevokeRequest.newBuilder().addAllClients(clients).build();
    return operator.call(() -> inTime().revoke(request).getRevoked());
  }

  private ShufflerOperatorGrpc.ShufflerOperatorBlockingStub inTime() {
    return stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    operator.close();
  }
}
