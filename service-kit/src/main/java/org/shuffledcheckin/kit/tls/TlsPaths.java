package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every file that an identity is read from.
 *
 * @param certificate what is shown, with its key; nothing for somebody who shows none
 * @param key of the certificate
 * @param trust roots
 * @param revoked revocation list
 */
record TlsPaths(
    Optional<Path> certificate, Optional<Path> key, Path trust, Optional<Path> revoked) {
  /** Validates that a certificate comes with its key. */
  TlsPaths {
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("certificate and key must both be given, or neither");
    }
  }

  /**
   * What the files hold now.
   *
   * @throws IllegalArgumentException that names the file which cannot be read
   */
  Map<Path, String> read() {
    Map<Path, String> texts = new TreeMap<>();
    certificate.ifPresent(file -> texts.put(file, read(file)));
    key.ifPresent(file -> texts.put(file, read(file)));
    texts.put(trust, read(trust));
    revoked.ifPresent(file -> texts.put(file, read(file)));
    return texts;
  }

  /**
   * Parses what the files held, and looks at it before anything is started with it.
   *
   * @throws IllegalArgumentException that names the file which cannot be used
   */
  TlsMaterial parse(Map<Path, String> texts, Clock clock) {
    CertificateCheck check = new CertificateCheck(clock);
    Optional<PrivateKey> secret = key.map(file -> check.key(file, texts.get(file)));
    List<X509Certificate> chain =
        certificate.map(file -> check.certificates(file, texts.get(file))).orElse(List.of());
    if (secret.isPresent()) {
      check.identity(certificate.orElseThrow(), chain.get(0), key.orElseThrow(), secret.get());
    }
    List<X509Certificate> roots = check.roots(trust, texts.get(trust));
    RevocationList list =
        revoked.map(file -> revoked(file, texts, roots)).orElse(RevocationList.NONE);
    return new TlsMaterial(chain, secret, roots, list);
  }

  private static RevocationList revoked(
      Path file, Map<Path, String> texts, List<X509Certificate> roots) {
    try {
      return RevocationList.parse(texts.get(file), roots);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("TLS revocation list " + file + " " + e.getMessage(), e);
    }
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
