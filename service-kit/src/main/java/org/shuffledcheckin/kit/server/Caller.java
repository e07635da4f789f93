package org.shuffledcheckin.kit.server;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.tls.PeerNames;

/** Carries who calls to the service, for the length of the call: for the operators' journal. */
public final class Caller implements ServerInterceptor {
  private static final Operator PROCESS = Operator.local("the process itself");
  private static final Context.Key<Operator> OPERATOR = Context.key("operator");

  /** Who made the call at hand. */
  public static Operator current() {
    Operator operator = OPERATOR.get();
    return operator == null ? PROCESS : operator;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Operator operator =
        PeerNames.certificate(call.getAttributes()).map(Operator::certified).orElse(PROCESS);
    return Contexts.interceptCall(
        Context.current().withValue(OPERATOR, operator), call, headers, next);
  }
}
