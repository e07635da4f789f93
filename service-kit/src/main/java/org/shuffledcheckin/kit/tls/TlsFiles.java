package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Where a service's TLS material lies, as PEM files.
 *
 * @param certificate the service's certificate, then its intermediates
 * @param key its private key, PKCS #8
 * @param trust the roots that peers must be issued under
 */
public record TlsFiles(Path certificate, Path key, Path trust) {

  /**
   * Reads all three; warns of a certificate that expires soon.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used: one that is
   *     missing, not PEM or expired, or a key that does not belong to the certificate
   */
  public TlsIdentity load() {
    return load(Clock.systemUTC());
  }

  TlsIdentity load(Clock clock) {
    String certificatePem = read(certificate);
    String keyPem = read(key);
    CertificateCheck check = new CertificateCheck(clock);
    check.identity(certificate, certificatePem, key, keyPem);
    return TlsIdentity.ofPem(certificatePem, keyPem, roots(trust, check));
  }

  /**
   * Reads roots, for somebody who shows no certificate.
   *
   * @throws IllegalArgumentException that names the file if it cannot be read or used
   */
  public static String roots(Path trust) {
    return roots(trust, new CertificateCheck(Clock.systemUTC()));
  }

  private static String roots(Path trust, CertificateCheck check) {
    String pem = read(trust);
    check.roots(trust, pem);
    return pem;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "TLS file cannot be read: "
              + file
              + (Files.notExists(file) ? " (there is no such file)" : ""),
          e);
    }
  }
}
