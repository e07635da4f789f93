package org.shuffledcheckin.shuffler.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Sends messages as fast as the peer takes them and no faster: the next one is made only when the
 * transport has room, so that one message is in memory at a time. Safe to signal from any thread.
 *
 * @param <T> the message
 */
final class FlowControlledSender<T> {
  private final ServerCallStreamObserver<T> call;
  private final AtomicInteger signals = new AtomicInteger();
  private volatile Supplier<Optional<T>> source;
  private boolean ended;

  /** Prepares to send; must be made before the call's method returns. */
  FlowControlledSender(ServerCallStreamObserver<T> call) {
    this.call = call;
    call.setOnReadyHandler(this::signal);
    call.setOnCancelHandler(() -> {});
  }

  /** Begins to send; the source gives nothing when it is exhausted. */
  void start(Supplier<Optional<T>> messages) {
    source = messages;
    signal();
  }

  private void signal() {
    if (source == null || signals.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      send();
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void send() {
    try {
      while (!ended && !call.isCancelled() && call.isReady()) {
        Optional<T> message = source.get();
        if (message.isPresent()) {
          call.onNext(message.get());
        } else {
          ended = true;
          call.onCompleted();
        }
      }
    } catch (RuntimeException e) {
      ended = true;
      Replies.fail(call, e);
    }
  }
}
