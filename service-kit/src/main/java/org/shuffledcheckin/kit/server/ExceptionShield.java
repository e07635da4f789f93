package org.shuffledcheckin.kit.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what escapes a service into a status: a refusal into its own, everything else into INTERNAL
 * without detail. Logs where a bug was, never its message, which may quote a request.
 */
final class ExceptionShield implements ServerInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(ExceptionShield.class);
  private static final int FRAMES = 12;

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Guarded<Q, R> guarded = new Guarded<>(call);
    try {
      return new GuardedListener<>(next.startCall(guarded, headers), guarded);
    } catch (RuntimeException e) {
      guarded.fail(e);
      return new ServerCall.Listener<>() {};
    }
  }

  private static Status statusOf(RuntimeException failure) {
    if (failure instanceof RefusedException refused) {
      return refused.status();
    }
    LOG.atError()
        .addKeyValue("exception", failure.getClass().getName())
        .addKeyValue(
            "frames", Arrays.stream(failure.getStackTrace()).limit(FRAMES).toList().toString())
        .log("call failed");
    return Status.INTERNAL;
  }

  /** Lets nothing but a code and our own sentences out, and closes at most once. */
  private static final class Guarded<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final AtomicBoolean closed = new AtomicBoolean();

    Guarded(ServerCall<Q, R> delegate) {
      super(delegate);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (closed.compareAndSet(false, true)) {
        super.close(visible(status), trailers);
      }
    }

    void fail(RuntimeException failure) {
      Status status = statusOf(failure);
      if (closed.compareAndSet(false, true)) {
        super.close(status, new Metadata());
      }
    }

    private static Status visible(Status status) {
      Status.Code code = status.getCode();
      return code == Status.Code.UNKNOWN || code == Status.Code.INTERNAL
          ? Status.INTERNAL
          : status.withCause(null);
    }
  }

  private static final class GuardedListener<Q, R> extends SimpleForwardingServerCallListener<Q> {
    private final Guarded<Q, R> call;

    GuardedListener(ServerCall.Listener<Q> delegate, Guarded<Q, R> call) {
      super(delegate);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      if (message == null) {
        call.fail(new RefusedException(Refusal.MALFORMED, "the request is not a valid message"));
        return;
      }
      guard(() -> super.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      guard(super::onHalfClose);
    }

    @Override
    public void onCancel() {
      guard(super::onCancel);
    }

    @Override
    public void onComplete() {
      guard(super::onComplete);
    }

    @Override
    public void onReady() {
      guard(super::onReady);
    }

    private void guard(Runnable callback) {
      try {
        callback.run();
      } catch (RuntimeException e) {
        call.fail(e);
      }
    }
  }
}
