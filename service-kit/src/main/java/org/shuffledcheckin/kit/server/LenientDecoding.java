package org.shuffledcheckin.kit.server;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/**
 * Keeps bytes that are no message from becoming an exception inside gRPC, which would be logged
 * with its stack for every one of them: they arrive as {@code null}, and {@link ExceptionShield}
 * refuses the call.
 */
final class LenientDecoding {
  private LenientDecoding() {}

  static ServerServiceDefinition of(ServerServiceDefinition service) {
    ServiceDescriptor original = service.getServiceDescriptor();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(original.getName())
            .setSchemaDescriptor(original.getSchemaDescriptor());
    var methods =
        service.getMethods().stream()
            .<ServerMethodDefinition<?, ?>>map(LenientDecoding::of)
            .toList();
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder lenient = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(lenient::addMethod);
    return lenient.build();
  }

  private static <Q, R> ServerMethodDefinition<Q, R> of(ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> original = method.getMethodDescriptor();
    return ServerMethodDefinition.create(
        original.toBuilder(
                new Lenient<>(original.getRequestMarshaller()), original.getResponseMarshaller())
            .build(),
        method.getServerCallHandler());
  }

  private record Lenient<T>(MethodDescriptor.Marshaller<T> strict)
      implements MethodDescriptor.Marshaller<T> {
    @Override
    public InputStream stream(T value) {
      return strict.stream(value);
    }

    @Override
    public T parse(InputStream stream) {
      try {
        return strict.parse(stream);
      } catch (StatusRuntimeException e) {
        return null;
      }
    }
  }
}
