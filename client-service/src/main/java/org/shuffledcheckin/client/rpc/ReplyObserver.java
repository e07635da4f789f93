package org.shuffledcheckin.client.rpc;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.shuffledcheckin.client.exchange.ExchangeException;

/** Takes the one reply of a call, if it is valid. */
final class ReplyObserver<R, T> implements StreamObserver<R> {
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final Function<R, T> mapper;

  ReplyObserver(Function<R, T> mapper) {
    this.mapper = mapper;
  }

  CompletableFuture<T> result() {
    return result;
  }

  @Override
  public void onNext(R reply) {
    try {
      result.complete(mapper.apply(reply));
    } catch (IllegalArgumentException e) {
      result.completeExceptionally(new ExchangeException("MALFORMED_REPLY", false));
    }
  }

  @Override
  public void onError(Throwable cause) {
    result.completeExceptionally(GrpcShuffler.failure(cause));
  }

  @Override
  public void onCompleted() {
    // Does nothing after a reply; without one, the call was no good.
    result.completeExceptionally(new ExchangeException("NO_REPLY", true));
  }
}
