package org.shuffledcheckin.kit.server;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the calls under way, and with them the memory that callers can take. */
final class CallLimit implements ServerInterceptor {
  private final int limit;
  private final AtomicInteger underWay = new AtomicInteger();

  CallLimit(int limit) {
    this.limit = limit;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (underWay.incrementAndGet() > limit) {
      underWay.decrementAndGet();
      call.close(Refusal.BUSY.status("too many calls are under way"), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    try {
      return new Counted<>(next.startCall(call, headers));
    } catch (RuntimeException | Error e) {
      underWay.decrementAndGet();
      throw e;
    }
  }

  private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
    private final AtomicBoolean ended = new AtomicBoolean();

    Counted(ServerCall.Listener<Q> delegate) {
      super(delegate);
    }

    @Override
    public void onComplete() {
      end();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      end();
      super.onCancel();
    }

    private void end() {
      if (ended.compareAndSet(false, true)) {
        underWay.decrementAndGet();
      }
    }
  }
}
