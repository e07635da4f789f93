package org.shuffledcheckin.shuffler.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ListRoundsReply;
import org.shuffledcheckin.proto.v1.ListRoundsRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReadLinksReply;
import org.shuffledcheckin.proto.v1.ReadLinksRequest;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.store.StoreException;

/** What clients call. Keeps nothing of a call: no address, header, time or order. */
public final class CheckInRpc extends CheckInGrpc.CheckInImplBase {
  private final Shuffler shuffler;
  private final Subscribers subscribers;
  private final Executor replies;

  /**
   * Serves clients.
   *
   * @param replies sends replies, off the round thread
   */
  public CheckInRpc(Shuffler shuffler, Subscribers subscribers, Executor replies) {
    this.shuffler = shuffler;
    this.subscribers = subscribers;
    this.replies = replies;
  }

  @Override
  public void subscribe(SubscribeRequest request, StreamObserver<RoundEvent> events) {
    subscribers.add((ServerCallStreamObserver<RoundEvent>) events, shuffler);
  }

  @Override
  public void listRounds(ListRoundsRequest request, StreamObserver<ListRoundsReply> reply) {
    ListRoundsReply.Builder message = ListRoundsReply.newBuilder();
    for (LiveRound round : shuffler.open()) {
      long remaining = round.remainingMillis();
      if (remaining > 0) {
        message.addRounds(Wire.opened(round, remaining));
      }
    }
    Replies.send(reply, message.build());
  }

  @Override
  public void readLinks(ReadLinksRequest request, StreamObserver<ReadLinksReply> reply) {
    RoundId.Run run = Replies.validated(() -> RoundWire.run(request.getRun()));
    long after = Replies.validated(() -> requireAtLeast("sequence", request.getAfterSequence(), 0));
    try {
      Replies.send(
          reply,
          ReadLinksReply.newBuilder()
              .addAllLinks(RoundWire.toWire(shuffler.links(run, after)))
              .build());
    } catch (StoreException e) {
      Replies.fail(reply, e);
    }
  }

  @Override
  public void downloadModel(DownloadModelRequest request, StreamObserver<ModelChunk> chunks) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    ModelBytes model =
        shuffler
            .find(id)
            .filter(LiveRound::isInTime)
            .flatMap(LiveRound::model)
            .orElseThrow(
                () -> new RefusedException(Refusal.ROUND_NOT_OPEN, "no such round is open"));
    new FlowControlledSender<>((ServerCallStreamObserver<ModelChunk>) chunks)
        .start(new Chunks(model));
  }

  @Override
  public void pledge(PledgeRequest request, StreamObserver<PledgeReply> reply) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    List<ClientPledge> pledges = Replies.validated(() -> Wire.pledges(request));
    Replies.sendLater(
        reply, shuffler.pledge(id, CallCredential.client(), pledges), Wire::pledged, replies);
  }

  @Override
  public void deliver(DeliverRequest request, StreamObserver<DeliverReply> reply) {
    RoundId id = Replies.validated(() -> RoundWire.fromWire(request.getId()));
    List<ClientDelivery> deliveries = Replies.validated(() -> Wire.deliveries(request));
    Replies.sendLater(
        reply, shuffler.deliver(id, CallCredential.client(), deliveries), Wire::delivered, replies);
  }

  private static final class Chunks implements Supplier<Optional<ModelChunk>> {
    private final ModelBytes model;
    private int offset;

    Chunks(ModelBytes model) {
      this.model = model;
    }

    @Override
    public Optional<ModelChunk> get() {
      if (offset >= model.length()) {
        return Optional.empty();
      }
      var slice = model.slice(offset, WireLimits.MODEL_CHUNK_BYTES);
      ModelChunk chunk =
          ModelChunk.newBuilder()
              .setOffset(offset)
              .setData(UnsafeByteOperations.unsafeWrap(slice))
              .build();
      offset += chunk.getData().size();
      return Optional.of(chunk);
    }
  }
}
