package org.shuffledcheckin.kit.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Optional;
import java.util.Set;
import org.shuffledcheckin.kit.config.Secret;

/**
 * Asks for the operator's token, in the header {@link #HEADER}, on calls that change something. The
 * server must let that header through. Without a configured token such calls are always refused.
 */
public final class OperatorToken implements ServerInterceptor {
  /** The header that carries the token. */
  public static final String HEADER = "operator-token";

  private static final Metadata.Key<String> KEY =
      Metadata.Key.of(HEADER, Metadata.ASCII_STRING_MARSHALLER);

  private final Optional<Secret> token;
  private final Set<String> methods;

  /** Guards the methods, given by their bare names. */
  public OperatorToken(Optional<Secret> token, Set<String> methods) {
    this.token = token;
    this.methods = Set.copyOf(methods);
  }

  /** Headers that show the token. */
  public static Metadata headers(Secret token) {
    Metadata headers = new Metadata();
    headers.put(KEY, token.reveal());
    return headers;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String given = headers.get(KEY);
    boolean guarded = methods.contains(call.getMethodDescriptor().getBareMethodName());
    if (guarded && (given == null || token.isEmpty() || !token.get().matches(given))) {
      throw new RefusedException(Refusal.NOT_AUTHENTICATED, "this call needs the operator's token");
    }
    return next.startCall(call, headers);
  }
}
