package org.shuffledcheckin.shuffler.rpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.config.ClientAuthentication;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.round.LiveRound;

/** What clients call. Keeps nothing of a call: no address, header, time or order. */
public final class CheckInRpc extends CheckInGrpc.CheckInImplBase {
  private final Shuffler shuffler;
  private final Subscribers subscribers;
  private final ClientAuthentication authentication;
  private final Executor replies;

  /**
   * Serves clients.
   *
   * @param replies sends replies, off the round thread
   */
  public CheckInRpc(
      Shuffler shuffler,
      Subscribers subscribers,
      ClientAuthentication authentication,
      Executor replies) {
    this.shuffler = shuffler;
    this.subscribers = subscribers;
    this.authentication = authentication;
    this.replies = replies;
  }

  @Override
  public void subscribe(SubscribeRequest request, StreamObserver<RoundEvent> events) {
    subscribers.add((ServerCallStreamObserver<RoundEvent>) events, shuffler);
  }

  @Override
  public void downloadModel(DownloadModelRequest request, StreamObserver<ModelChunk> chunks) {
    RoundId id = Replies.validated(() -> Wire.round(request.getId()));
    ModelBytes model =
        shuffler
            .find(id)
            .filter(LiveRound::takesAnswers)
            .flatMap(LiveRound::model)
            .orElseThrow(
                () -> new RefusedException(Refusal.ROUND_NOT_OPEN, "no such round is open"));
    new FlowControlledSender<>((ServerCallStreamObserver<ModelChunk>) chunks)
        .start(new Chunks(model));
  }

  @Override
  public void answer(AnswerRequest request, StreamObserver<AnswerReply> reply) {
    RoundId id = Replies.validated(() -> Wire.round(request.getId()));
    List<ClientAnswer> answers = Replies.validated(() -> Wire.answers(request));
    CompletableFuture<Outcome[]> outcomes =
        authentication == ClientAuthentication.CERTIFICATE
            ? shuffler.answerCertified(id, CertifiedClient.current(), answers)
            : shuffler.answer(id, answers);
    Replies.sendLater(reply, outcomes, Wire::outcomes, replies);
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
