package org.shuffledcheckin.kit.server;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Lets calls into a port, or not, by their headers alone: callers must be known where the port asks
 * for it, and each kind of call has a pool. A call that is refused ends on the thread that read its
 * headers, so that nothing of its body is asked for, and no thread that serves others is used.
 */
final class CallGate extends ServerStreamTracer.Factory
    implements ServerInterceptor, ServerCallExecutorSupplier {
  private final CallPools pools;
  private final Optional<CallerCheck> callers;
  private final Connections connections;
  private final InboundBudget budget;
  private final Executor executor;
  private final ScheduledExecutorService timers;

  /**
   * A gate that nobody has passed.
   *
   * @param callers who is known; without it everyone who can connect is
   * @param executor runs the calls that were let in
   * @param timers ends those that take too long
   */
  CallGate(
      CallPools pools,
      Optional<CallerCheck> callers,
      Connections connections,
      InboundBudget budget,
      Executor executor,
      ScheduledExecutorService timers) {
    this.pools = pools;
    this.callers = callers;
    this.connections = connections;
    this.budget = budget;
    this.executor = executor;
    this.timers = timers;
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new CallTicket(this, pools.of(method), headers);
  }

  /** Refused calls, and health, are done with where they arrive. */
  @Override
  public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
    boolean brief = CallPools.isForEveryone(call.getMethodDescriptor().getFullMethodName());
    return brief || CallTicket.KEY.get().refusal().isPresent() ? null : executor;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    CallTicket ticket = CallTicket.KEY.get();
    if (ticket.refusal().isPresent()) {
      call.close(ticket.refusal().get(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    GatedCall<Q, R> gated = new GatedCall<>(call);
    ticket.watch(gated);
    return gated.listener(next.startCall(gated, headers));
  }

  /** Why a caller may not make a call at all. */
  Optional<Status> refusal(
      String method, Connection connection, Attributes attributes, Metadata headers) {
    if (callers.isEmpty()) {
      return Optional.empty();
    }
    if (callers.get().knows(attributes, headers)) {
      connections.introduced(connection);
      return Optional.empty();
    }
    boolean often = !connections.attempt(connection);
    if (CallPools.isForEveryone(method)) {
      return often
          ? Optional.of(Refusal.BUSY.status("too many calls without a credential"))
          : Optional.empty();
    }
    return Optional.of(Refusal.NOT_AUTHENTICATED.status("the call shows no valid credential"));
  }

  InboundBudget budget() {
    return budget;
  }

  ScheduledExecutorService timers() {
    return timers;
  }
}
