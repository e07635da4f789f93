package org.shuffledcheckin.kit.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import org.shuffledcheckin.kit.tls.PeerNames;

/** Lets only callers pass whose verified certificate carries one of the names. */
public final class PeerCheck implements ServerInterceptor {
  private final Set<String> names;

  /** Takes DNS or URI names, such as {@code urn:checkin:aggregator}. */
  public PeerCheck(Collection<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a peer check needs at least one name");
    }
    this.names = Set.copyOf(names);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (Collections.disjoint(names, PeerNames.of(call.getAttributes()))) {
      throw new RefusedException(
          Refusal.NOT_AUTHORISED, "the caller's certificate does not allow this");
    }
    return next.startCall(call, headers);
  }
}
