package org.shuffledcheckin.kit.server;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Lets tests send any bytes to a method, also such as are no message. */
public final class RawCalls {
  private RawCalls() {}

  /** The method with bytes for messages. */
  public static MethodDescriptor<byte[], byte[]> of(MethodDescriptor<?, ?> method) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(method.getType())
        .setFullMethodName(method.getFullMethodName())
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(new Bytes())
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
