package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at TLS files before anything is started with them: a mistake in them is told at start, in
 * one sentence, and not by peers that cannot connect.
 */
final class CertificateCheck {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateCheck.class);
  private static final Duration SOON = Duration.ofDays(14);

  private final Instant now;

  CertificateCheck(Clock clock) {
    this.now = clock.instant();
  }

  /** Requires a certificate that is valid now and the key that belongs to it. */
  void identity(Path file, X509Certificate certificate, Path keyFile, PrivateKey key) {
    requireValid(file, certificate);
    if (!matches(certificate.getPublicKey(), key)) {
      throw new IllegalArgumentException(
          "TLS certificate %s does not belong to TLS key %s: name the key that it was issued for, or issue both anew"
              .formatted(file, keyFile));
    }
    warnIfSoon(file, certificate);
  }

  /** Reads roots, of which one must be valid now. */
  List<X509Certificate> roots(Path file, String pem) {
    List<X509Certificate> roots = certificates(file, pem);
    if (roots.stream().noneMatch(root -> root.getNotAfter().toInstant().isAfter(now))) {
      requireValid(file, roots.get(0));
    }
    roots.forEach(root -> warnIfSoon(file, root));
    return roots;
  }

  private void requireValid(Path file, X509Certificate certificate) {
    if (!certificate.getNotAfter().toInstant().isAfter(now)) {
      throw new IllegalArgumentException(
          "TLS certificate %s expired on %s: renew it".formatted(file, day(certificate)));
    }
    if (certificate.getNotBefore().toInstant().isAfter(now)) {
      throw new IllegalArgumentException(
          "TLS certificate %s is not valid before %s: look at this machine's clock, or renew it"
              .formatted(file, certificate.getNotBefore().toInstant()));
    }
  }

  private void warnIfSoon(Path file, X509Certificate certificate) {
    if (certificate.getNotAfter().toInstant().isBefore(now.plus(SOON))) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("expires", day(certificate))
          .log("a TLS certificate expires within 14 days; renew it");
    }
  }

  private static String day(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant().atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** Reads certificates, of which there must be one. */
  List<X509Certificate> certificates(Path file, String pem) {
    List<X509Certificate> certificates;
    try {
      certificates = Pem.certificates(pem);
    } catch (IOException | CertificateException | RuntimeException e) {
      throw new IllegalArgumentException("TLS file %s is not readable PEM".formatted(file), e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("TLS file %s holds no PEM certificate".formatted(file));
    }
    return certificates;
  }

  /** Reads a private key. */
  PrivateKey key(Path file, String pem) {
    Optional<PrivateKey> key;
    try {
      key = Pem.key(pem);
    } catch (IOException | RuntimeException e) {
      // What it says could quote the key.
      throw new IllegalArgumentException("TLS key %s is not readable PEM".formatted(file));
    }
    return key.orElseThrow(
        () ->
            new IllegalArgumentException(
                "TLS key %s must be a PKCS #8 PEM key without a password (BEGIN PRIVATE KEY)"
                    .formatted(file)));
  }

  /** Whether what the key signs, the certificate's key verifies. */
  private static boolean matches(PublicKey publicKey, PrivateKey key) {
    String algorithm =
        switch (publicKey.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> publicKey.getAlgorithm();
        };
    byte[] text = {1};
    try {
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(text);
      byte[] signed = signer.sign();
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(publicKey);
      verifier.update(text);
      return verifier.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
