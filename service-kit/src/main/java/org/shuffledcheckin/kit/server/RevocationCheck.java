package org.shuffledcheckin.kit.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import org.shuffledcheckin.kit.tls.TlsIdentity;

/** Refuses calls on connections that are older than their certificate's revocation. */
final class RevocationCheck implements ServerInterceptor {
  private final TlsIdentity identity;

  RevocationCheck(TlsIdentity identity) {
    this.identity = identity;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (identity.isRevoked(call.getAttributes())) {
      throw new RefusedException(Refusal.NOT_AUTHENTICATED, "the caller's certificate is revoked");
    }
    return next.startCall(call, headers);
  }
}
