package org.shuffledcheckin.kit.server;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One call's way through the gate, from its headers to its end: whether it may go on, the place it
 * has in a pool, the bytes it has brought, and when its time is up. Made and decided on the thread
 * that moves bytes, before any of the body is taken; the place is free when the stream is closed.
 */
final class CallTicket extends ServerStreamTracer {
  static final Context.Key<CallTicket> KEY = Context.key("call-ticket");

  /** How long a peer that does not take its refusal may keep the stream. */
  private static final long LINGER_SECONDS = 5;

  private final CallGate gate;
  private final Metadata headers;
  private final CallPool pool;
  private final AtomicLong bytes = new AtomicLong();
  private Context.CancellableContext context;
  private Connection connection;
  private boolean takesStream;
  private Optional<Status> refusal = Optional.empty();
  private boolean entered;
  private volatile GatedCall<?, ?> call;
  private volatile Future<?> timer;
  private volatile boolean closed;

  CallTicket(CallGate gate, CallPool pool, Metadata headers) {
    this.gate = gate;
    this.pool = pool;
    this.headers = headers;
  }

  @Override
  public Context filterContext(Context outer) {
    context = outer.withValue(KEY, this).withCancellation();
    return context;
  }

  @Override
  public void serverCallStarted(ServerCallInfo<?, ?> info) {
    connection = info.getAttributes().get(Connection.KEY);
    takesStream = !info.getMethodDescriptor().getType().clientSendsOneMessage();
    String method = info.getMethodDescriptor().getFullMethodName();
    refusal = gate.refusal(method, connection, info.getAttributes(), headers);
    if (refusal.isEmpty()) {
      entered = pool.enter(connection);
      if (!entered) {
        refusal = Optional.of(Refusal.BUSY.status("too many " + pool.name() + " are under way"));
      }
    }
  }

  Optional<Status> refusal() {
    return refusal;
  }

  /** Begins to watch a call that was let in. */
  void watch(GatedCall<?, ?> admitted) {
    call = admitted;
    timer = gate.timers().schedule(this::expire, pool.longest().toMillis(), TimeUnit.MILLISECONDS);
    if (closed) {
      timer.cancel(false);
    }
  }

  @Override
  public void inboundWireSize(long more) {
    bytes.addAndGet(more);
    if (!gate.budget().take(more)) {
      call.end(Refusal.BUSY.status("too many bytes are under way"));
    }
    if (closed) {
      gate.budget().giveBack(bytes.getAndSet(0));
    }
  }

  @Override
  public void inboundMessageRead(int number, long wireBytes, long plainBytes) {
    if (takesStream) {
      // The service has it now, and asks for the next when it is done with it.
      gate.budget().giveBack(bytes.getAndSet(0));
    }
  }

  @Override
  public void streamClosed(Status status) {
    closed = true;
    gate.budget().giveBack(bytes.getAndSet(0));
    if (entered) {
      pool.leave(connection);
    }
    if (timer != null) {
      timer.cancel(false);
    }
  }

  private void expire() {
    call.end(
        Status.DEADLINE_EXCEEDED.withDescription(
            "%s may take %d s".formatted(pool.name(), pool.longest().toSeconds())));
    // The end waits behind data that the peer does not take; a reset does not.
    timer =
        gate.timers()
            .schedule(
                () -> context.cancel(new TimeoutException("the call's time is up")),
                LINGER_SECONDS,
                TimeUnit.SECONDS);
    if (closed) {
      timer.cancel(false);
    }
  }
}
