package org.shuffledcheckin.kit.tls;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * Where a service's TLS material lies, as PEM files.
 *
 * @param certificate the service's certificate, then its intermediates
 * @param key its private key, PKCS #8
 * @param trust the roots that peers must be issued under
 * @param revoked certificates that are not trusted any more: revocation lists that the roots signed
 */
public record TlsFiles(Path certificate, Path key, Path trust, Optional<Path> revoked) {
  /** Files without a revocation list. */
  public TlsFiles(Path certificate, Path key, Path trust) {
    this(certificate, key, trust, Optional.empty());
  }

  /** The same trust, with another certificate. */
  public TlsFiles showing(Path otherCertificate, Path otherKey) {
    return new TlsFiles(otherCertificate, otherKey, trust, revoked);
  }

  /**
   * Reads everything once; warns of a certificate that expires soon. {@link TlsReloader} goes on
   * reading.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used: one that is
   *     missing, not PEM or expired, or a key that does not belong to the certificate
   */
  public TlsIdentity load() {
    return load(Clock.systemUTC());
  }

  TlsIdentity load(Clock clock) {
    return new TlsIdentity(paths().parse(paths().read(), clock));
  }

  TlsPaths paths() {
    return new TlsPaths(Optional.of(certificate), Optional.of(key), trust, revoked);
  }
}
