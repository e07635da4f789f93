package org.shuffledcheckin.kit.server;

import io.grpc.Metadata;
import java.util.Optional;

/** The credential that a client's every call carries in its headers. */
public final class CredentialHeader {
  /** The header's name. */
  public static final String NAME = "checkin-credential-bin";

  private static final Metadata.Key<byte[]> KEY =
      Metadata.Key.of(NAME, Metadata.BINARY_BYTE_MARSHALLER);

  private CredentialHeader() {}

  /** The credential of a call, if it shows one. */
  public static Optional<byte[]> of(Metadata headers) {
    return Optional.ofNullable(headers.get(KEY));
  }

  /** Headers with a credential and nothing else. */
  public static Metadata with(byte[] token) {
    Metadata headers = new Metadata();
    show(headers, token);
    return headers;
  }

  /** Puts a credential into a call's headers. */
  public static void show(Metadata headers, byte[] token) {
    headers.discardAll(KEY);
    headers.put(KEY, token);
  }
}
