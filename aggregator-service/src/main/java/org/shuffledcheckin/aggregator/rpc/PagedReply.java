package org.shuffledcheckin.aggregator.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** Sends numbered messages page by page, only as fast as they are read. */
final class PagedReply<T> {
  private final Queue<T> page = new ArrayDeque<>();
  private final ToLongFunction<T> sequence;
  private final LongFunction<List<T>> read;
  private long sent;
  private boolean ended;

  /**
   * Begins after a position.
   *
   * @param read gives a page after a position; empty at the end
   */
  PagedReply(long after, ToLongFunction<T> sequence, LongFunction<List<T>> read) {
    this.sent = after;
    this.sequence = sequence;
    this.read = read;
  }

  void sendTo(StreamObserver<T> observer) {
    ServerCallStreamObserver<T> reply = (ServerCallStreamObserver<T>) observer;
    reply.setOnReadyHandler(() -> send(reply));
    send(reply);
  }

  private synchronized void send(ServerCallStreamObserver<T> reply) {
    while (!ended && reply.isReady()) {
      if (page.isEmpty()) {
        page.addAll(read.apply(sent));
      }
      if (page.isEmpty()) {
        ended = true;
        reply.onCompleted();
      } else {
        T message = page.remove();
        sent = sequence.applyAsLong(message);
        reply.onNext(message);
      }
    }
  }
}
