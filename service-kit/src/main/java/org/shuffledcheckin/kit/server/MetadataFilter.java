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
      if (name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
        pass(Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER), headers, passed);
      } else {
        pass(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), headers, passed);
      }
    }
    return next.startCall(call, passed);
  }

  private static <T> void pass(Metadata.Key<T> key, Metadata from, Metadata to) {
    T value = from.get(key);
    if (value != null) {
      to.put(key, value);
    }
  }
}
