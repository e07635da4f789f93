package org.shuffledcheckin.client.rpc;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;
import org.shuffledcheckin.proto.v1.ModelChunk;

/**
 * Puts the pieces of a model together. Holds no more than the announced length, takes pieces in
 * order and without gaps only, and breaks the call off otherwise.
 */
final class ModelObserver implements ClientResponseObserver<DownloadModelRequest, ModelChunk> {
  private final byte[] content;
  private final CompletableFuture<byte[]> model = new CompletableFuture<>();
  private int filled;
  private ClientCallStreamObserver<DownloadModelRequest> call;

  ModelObserver(int bytes) {
    content = new byte[bytes];
  }

  CompletableFuture<byte[]> model() {
    return model;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<DownloadModelRequest> started) {
    call = started;
  }

  @Override
  public void onNext(ModelChunk chunk) {
    int length = chunk.getData().size();
    if (chunk.getOffset() != filled || length == 0 || length > content.length - filled) {
      model.completeExceptionally(new ExchangeException("WRONG_PIECE", false));
      call.cancel("a piece of the model is out of place", null);
      return;
    }
    chunk.getData().copyTo(content, filled);
    filled += length;
  }

  @Override
  public void onError(Throwable cause) {
    model.completeExceptionally(GrpcShuffler.failure(cause));
  }

  @Override
  public void onCompleted() {
    if (filled == content.length) {
      model.complete(content);
    } else {
      model.completeExceptionally(new ExchangeException("TOO_SHORT", false));
    }
  }
}
