package org.shuffledcheckin.shuffler.rpc;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.store.StoreException;

/** Ends calls, well or with what went wrong, without a word that depends on a client. */
final class Replies {
  private Replies() {}

  /** Reads a message; what is out of range becomes a refusal. */
  static <T> T validated(Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED, e.getMessage());
    }
  }

  /** Ends a call with one message. */
  static <R> void send(StreamObserver<R> call, R message) {
    call.onNext(message);
    call.onCompleted();
  }

  /** Ends a call with what the result brings, on the executor and not on the round thread. */
  static <T, R> void sendLater(
      StreamObserver<R> call,
      CompletableFuture<T> result,
      Function<T, R> message,
      Executor executor) {
    // With a handler, a caller that gives up does not make a later reply throw.
    ((ServerCallStreamObserver<R>) call).setOnCancelHandler(() -> {});
    result
        .thenAcceptAsync(value -> send(call, message.apply(value)), executor)
        .exceptionally(failure -> fail(call, failure));
  }

  /** Ends a call that failed. */
  static Void fail(StreamObserver<?> call, Throwable failure) {
    call.onError(status(failure));
    return null;
  }

  private static StatusException status(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof RefusedException refused) {
      return refused.status().asException();
    }
    if (cause instanceof StoreException) {
      return Refusal.STORE_UNAVAILABLE.status("the store cannot do this now").asException();
    }
    if (cause instanceof CancellationException) {
      return Status.CANCELLED.asException();
    }
    return Status.INTERNAL.withCause(cause).asException();
  }
}
