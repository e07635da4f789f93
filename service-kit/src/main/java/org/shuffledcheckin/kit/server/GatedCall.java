package org.shuffledcheckin.kit.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/**
 * A call that its server may end at any moment, from any thread. To the service it then looks like
 * one that the caller has cancelled: what it still sends is dropped.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
final class GatedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
  private boolean closed;
  private boolean ended;

  GatedCall(ServerCall<Q, R> delegate) {
    super(delegate);
  }

  /** Ends the call, unless it has ended. */
  synchronized void end(Status status) {
    if (!closed && !super.isCancelled()) {
      closed = true;
      ended = true;
      super.close(status, new Metadata());
    }
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!ended) {
      super.sendHeaders(headers);
    }
  }

  @Override
  public synchronized void sendMessage(R message) {
    if (!ended) {
      super.sendMessage(message);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!ended) {
      closed = true;
      super.close(status, trailers);
    }
  }

  @Override
  public synchronized boolean isCancelled() {
    return ended || super.isCancelled();
  }

  @Override
  public synchronized boolean isReady() {
    return !ended && super.isReady();
  }

  /** Tells the service of an end that it did not ask for as of a cancelled call. */
  ServerCall.Listener<Q> listener(ServerCall.Listener<Q> service) {
    return new SimpleForwardingServerCallListener<>(service) {
      @Override
      public void onComplete() {
        if (GatedCall.this.isCancelled()) {
          super.onCancel();
        } else {
          super.onComplete();
        }
      }
    };
  }
}
