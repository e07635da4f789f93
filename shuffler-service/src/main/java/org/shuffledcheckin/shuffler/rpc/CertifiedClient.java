package org.shuffledcheckin.shuffler.rpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.OptionalLong;
import org.shuffledcheckin.kit.tls.PeerNames;

/** Carries the number in a caller's certificate to the service, for the length of the call. */
public final class CertifiedClient implements ServerInterceptor {
  private static final Context.Key<OptionalLong> NUMBER = Context.key("certified-client");

  static OptionalLong current() {
    OptionalLong number = NUMBER.get();
    return number == null ? OptionalLong.empty() : number;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    OptionalLong number = PeerNames.clientNumber(PeerNames.of(call.getAttributes()));
    return Contexts.interceptCall(Context.current().withValue(NUMBER, number), call, headers, next);
  }
}
