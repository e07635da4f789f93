package org.shuffledcheckin.client.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsReloader;

/**
 * Where the shuffler is and how to know it. TLS 1.3 always; a certificate of one's own where the
 * operator enrols clients by certificate.
 *
 * @param host name or address
 * @param port of its clients' endpoint
 * @param names of which its certificate must carry one: an address alone proves nothing
 * @param trust PEM roots that its certificate must be issued under
 * @param revoked certificates that are not trusted any more: revocation lists that the roots signed
 * @param certificate the client's own, with {@code key}
 * @param key of the certificate
 * @param pollEvery how often to ask for open rounds, for devices that sleep; a stream tells them
 *     where this is not given
 * @param maxMessage the longest request it takes: its {@code clients.limits.max-message}. Rounds of
 *     which one client's reports would not fit are refused
 */
public record ShufflerAddress(
    String host,
    @Default("7443") int port,
    @Default("urn:checkin:shuffler") List<String> names,
    Path trust,
    Optional<Path> revoked,
    Optional<Path> certificate,
    Optional<Path> key,
    Optional<Duration> pollEvery,
    @Default("4MiB") ByteSize maxMessage) {
  private static final long MOST_MILLIS = Duration.ofDays(1).toMillis();

  /** Validates the port, and that a certificate comes with its key. */
  public ShufflerAddress {
    requireBetween("port", port, 1, 65535);
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("certificate and key must both be given, or neither");
    }
    pollEvery.ifPresent(
        every -> requireBetween("poll-every in milliseconds", every.toMillis(), 1, MOST_MILLIS));
    ServerLimits.checkMaxMessage(maxMessage);
  }

  /**
   * Reads the files, and goes on doing so until it is closed.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used
   */
  public TlsReloader tls() {
    return certificate.isPresent() && key.isPresent()
        ? TlsReloader.start(new TlsFiles(certificate.get(), key.get(), trust, revoked))
        : TlsReloader.start(trust, revoked);
  }

  /** Opens a channel, which connects when it is used. */
  public ManagedChannel connect(TlsReloader tls) {
    ManagedChannel channel = GrpcChannels.connect(host, port, tls.identity().channel(names));
    tls.onChange(channel::enterIdle);
    return channel;
  }
}
