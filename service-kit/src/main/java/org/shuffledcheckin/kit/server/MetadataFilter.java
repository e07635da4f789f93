package org.shuffledcheckin.kit.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Set;

/**
 * Hands services only the headers they asked for: user agents, trace ids and whatever else could
 * tell one caller from another end here.
 */
final class MetadataFilter implements ServerInterceptor {
  private final Set<String> kept;

  MetadataFilter(Set<String> kept) {
    this.kept = kept;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Metadata passed = new Metadata();
    for (String name : kept) {
      Metadata.Key<String> key = Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
      String value = headers.get(key);
      if (value != null) {
        passed.put(key, value);
      }
    }
    return next.startCall(call, passed);
  }
}
