package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * What an identity is made of, parsed. Its key appears in no {@code toString}.
 *
 * @param chain its certificate, then its intermediates; empty for somebody who shows none
 * @param key of the certificate
 * @param roots that peers must be issued under
 * @param revoked certificates of peers that are not trusted any more
 */
record TlsMaterial(
    List<X509Certificate> chain,
    Optional<PrivateKey> key,
    List<X509Certificate> roots,
    RevocationList revoked) {
  /** Copies the lists. */
  TlsMaterial {
    chain = List.copyOf(chain);
    roots = List.copyOf(roots);
  }

  /** Parses PEM text that nobody has looked at. */
  static TlsMaterial ofPem(Optional<String> certificate, Optional<String> key, String trust) {
    try {
      List<X509Certificate> chain =
          certificate.isPresent() ? Pem.certificates(certificate.get()) : List.of();
      Optional<PrivateKey> parsed = key.isPresent() ? Pem.key(key.get()) : Optional.empty();
      List<X509Certificate> roots = Pem.certificates(trust);
      if (roots.isEmpty()
          || chain.isEmpty() != certificate.isEmpty()
          || shows(chain) != shows(parsed)) {
        throw new IllegalArgumentException("TLS certificate, key and roots must be valid PEM");
      }
      return new TlsMaterial(chain, parsed, roots, RevocationList.NONE);
    } catch (IOException | CertificateException e) {
      throw new IllegalArgumentException("TLS certificate, key and roots must be valid PEM", e);
    }
  }

  private static boolean shows(List<X509Certificate> chain) {
    return !chain.isEmpty();
  }

  private static boolean shows(Optional<PrivateKey> key) {
    return key.isPresent();
  }

  /** The certificate itself, if one is shown. */
  Optional<X509Certificate> leaf() {
    return chain.stream().findFirst();
  }

  @Override
  public String toString() {
    return "TlsMaterial[key=[secret]]";
  }
}
