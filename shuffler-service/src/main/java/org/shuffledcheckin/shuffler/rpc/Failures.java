package org.shuffledcheckin.shuffler.rpc;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.store.StoreException;

/** Says what went wrong with a call, without a word that depends on a client. */
final class Failures {
  private Failures() {}

  /** Reads a message; what is out of range becomes a refusal. */
  static <T> T validated(Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED, e.getMessage());
    }
  }

  /** Ends a call that failed. */
  static void report(StreamObserver<?> call, Throwable failure) {
    call.onError(status(failure));
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
