package org.shuffledcheckin.kit.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Certificates that are no longer trusted although they have not expired: one or more lists as in
 * RFC 5280, section 5, each signed by one of the roots. A list whose next update is overdue still
 * counts, since what it names stays revoked; that it is overdue is for operators to hear.
 */
final class RevocationList {
  /** Where none is configured. */
  static final RevocationList NONE = new RevocationList(List.of());

  private final List<X509CRL> lists;

  private RevocationList(List<X509CRL> lists) {
    this.lists = List.copyOf(lists);
  }

  /**
   * Reads PEM lists.
   *
   * @throws IllegalArgumentException if there is none, or one that no root has signed
   */
  static RevocationList parse(String pem, List<X509Certificate> roots) {
    Collection<X509CRL> lists;
    try {
      lists =
          CertificateFactory.getInstance("X.509")
              .generateCRLs(new ByteArrayInputStream(pem.getBytes(US_ASCII)))
              .stream()
              .map(X509CRL.class::cast)
              .toList();
    } catch (CRLException | CertificateException e) {
      throw new IllegalArgumentException("is not a readable PEM revocation list", e);
    }
    if (lists.isEmpty()) {
      throw new IllegalArgumentException("holds no PEM revocation list (BEGIN X509 CRL)");
    }
    for (X509CRL list : lists) {
      if (roots.stream().noneMatch(root -> isSigned(list, root))) {
        throw new IllegalArgumentException("is not signed by an authority of the trust file");
      }
    }
    return new RevocationList(List.copyOf(lists));
  }

  private static boolean isSigned(X509CRL list, X509Certificate root) {
    if (!root.getSubjectX500Principal().equals(list.getIssuerX500Principal())) {
      return false;
    }
    try {
      list.verify(root.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  boolean isRevoked(X509Certificate certificate) {
    return lists.stream().anyMatch(list -> list.isRevoked(certificate));
  }

  /** When a newer list should be there, if a list says so: the earliest such moment. */
  Optional<Instant> nextUpdate() {
    return lists.stream()
        .filter(list -> list.getNextUpdate() != null)
        .map(list -> list.getNextUpdate().toInstant())
        .min(Instant::compareTo);
  }

  /** Whether a list in here was made before the other's of the same authority. */
  boolean isOlderThan(RevocationList other) {
    return lists.stream()
        .anyMatch(mine -> other.lists.stream().anyMatch(theirs -> isOlder(mine, theirs)));
  }

  private static boolean isOlder(X509CRL list, X509CRL other) {
    return list.getIssuerX500Principal().equals(other.getIssuerX500Principal())
        && list.getThisUpdate().toInstant().isBefore(other.getThisUpdate().toInstant());
  }
}
