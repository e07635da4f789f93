package org.shuffledcheckin.kit.journal;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.tls.PeerNames;

/**
 * Who gave an order.
 *
 * @param name the subject of the certificate, or a name that the machine knows
 * @param roles in the certificate
 * @param fingerprint SHA-256 of the certificate; nothing where none was shown
 */
public record Operator(String name, List<String> roles, Optional<String> fingerprint) {
  private static final int LONGEST_NAME = 200;

  /** Copies the roles, and cuts a name that would fill the journal. */
  public Operator {
    Objects.requireNonNull(fingerprint, "fingerprint");
    name = name.substring(0, Math.min(name.length(), LONGEST_NAME));
    roles = List.copyOf(roles);
  }

  /** The holder of a certificate that a handshake verified. */
  public static Operator certified(X509Certificate certificate) {
    try {
      return new Operator(
          certificate.getSubjectX500Principal().getName(),
          PeerNames.of(certificate).stream()
              .filter(name -> name.startsWith(PeerNames.role("")))
              .sorted()
              .toList(),
          Optional.of(Digest.sha256(certificate.getEncoded()).toString()));
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException("a certificate that was verified cannot be encoded", e);
    }
  }

  /** Somebody who showed no certificate: a user of this machine, or a way in. */
  public static Operator local(String name) {
    return new Operator(name, List.of(), Optional.empty());
  }
}
