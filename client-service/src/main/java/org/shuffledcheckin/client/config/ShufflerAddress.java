package org.shuffledcheckin.client.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;

/**
 * Where the shuffler is and how to know it. TLS 1.3 always; a certificate of one's own where the
 * operator enrols clients by certificate.
 *
 * @param host name or address
 * @param port of its clients' endpoint
 * @param trust PEM roots that its certificate must be issued under
 * @param certificate the client's own, with {@code key}
 * @param key of the certificate
 * @param maxMessage the longest request it takes: its {@code clients.limits.max-message}. Rounds of
 *     which one client's reports would not fit are refused
 */
public record ShufflerAddress(
    String host,
    @Default("7443") int port,
    Path trust,
    Optional<Path> certificate,
    Optional<Path> key,
    @Default("4MiB") ByteSize maxMessage) {
  /** Validates the port, and that a certificate comes with its key. */
  public ShufflerAddress {
    requireBetween("port", port, 1, 65535);
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("certificate and key must both be given, or neither");
    }
    ServerLimits.checkMaxMessage(maxMessage);
  }

  /**
   * Opens a channel, which connects when it is used.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used
   */
  public ManagedChannel connect() {
    return GrpcChannels.connect(host, port, credentials());
  }

  private ChannelCredentials credentials() {
    if (certificate.isPresent() && key.isPresent()) {
      return new TlsFiles(certificate.get(), key.get(), trust).load().channel();
    }
    return TlsIdentity.anonymousChannel(TlsFiles.roots(trust));
  }
}
