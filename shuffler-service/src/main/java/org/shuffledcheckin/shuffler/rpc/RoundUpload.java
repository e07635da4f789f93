package org.shuffledcheckin.shuffler.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.shuffler.core.Shuffler;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;

/**
 * One call that opens a round: a header, then the model. A round that cannot be opened is refused
 * at its header, before the model travels.
 */
final class RoundUpload implements StreamObserver<OpenRoundRequest> {
  private final Shuffler shuffler;
  private final ServerCallStreamObserver<OpenRoundReply> reply;
  private OpenRequest request;
  private CompletableFuture<Void> began;
  private volatile StagedModel staged;
  private volatile boolean exists;
  private volatile boolean ended;

  RoundUpload(Shuffler shuffler, ServerCallStreamObserver<OpenRoundReply> reply) {
    this.shuffler = shuffler;
    this.reply = reply;
    // Without this, each chunk that arrives asks for the next whether or not it was written.
    reply.disableAutoRequest();
    reply.setOnCancelHandler(this::discard);
    reply.request(1);
  }

  @Override
  public void onNext(OpenRoundRequest part) {
    if (ended) {
      return;
    }
    try {
      switch (part.getPartCase()) {
        case HEADER -> header(Replies.validated(() -> Wire.open(part.getHeader())));
        case MODEL -> chunk(part.getModel());
        case PART_NOT_SET -> throw malformed("a part must be a header or a chunk");
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void onCompleted() {
    if (ended) {
      return;
    }
    if (request == null) {
      fail(malformed("a round opens with a header"));
      return;
    }
    // The end of a call may overtake the check of its header.
    began
        .thenCompose(
            ready ->
                exists
                    ? shuffler.check(request).thenApply(Optional::orElseThrow)
                    : shuffler.open(request, staged))
        .thenAccept(this::answer)
        .exceptionally(this::fail);
  }

  @Override
  public void onError(Throwable failure) {
    discard();
  }

  private void header(OpenRequest header) {
    if (request != null) {
      throw malformed("a round has one header");
    }
    request = header;
    began = shuffler.check(header).thenAccept(this::begin);
    CompletableFuture<Void> unused = began.exceptionally(this::fail);
  }

  /** Runs on the round thread, before the next part is asked for. */
  private void begin(Optional<LiveRound> round) {
    exists = round.isPresent();
    if (!exists) {
      staged = shuffler.stage(request.announcement());
    }
    reply.request(1);
  }

  private void chunk(ModelChunk chunk) {
    if (request == null) {
      throw malformed("a round opens with a header");
    }
    if (chunk.getData().size() > WireLimits.MODEL_CHUNK_BYTES) {
      throw malformed("a model chunk has at most " + WireLimits.MODEL_CHUNK_BYTES + " bytes");
    }
    if (!exists) {
      staged.append(chunk.getOffset(), chunk.getData().asReadOnlyByteBuffer());
    }
    reply.request(1);
  }

  private void answer(LiveRound round) {
    discard();
    Replies.send(
        reply, OpenRoundReply.newBuilder().setRemainingMillis(round.remainingMillis()).build());
  }

  private Void fail(Throwable failure) {
    if (!ended) {
      discard();
      Replies.fail(reply, failure);
    }
    return null;
  }

  private void discard() {
    ended = true;
    if (staged != null) {
      staged.close();
    }
  }

  private static RefusedException malformed(String sentence) {
    return new RefusedException(Refusal.MALFORMED, sentence);
  }
}
