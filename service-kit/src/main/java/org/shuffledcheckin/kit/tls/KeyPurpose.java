package org.shuffledcheckin.kit.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a certificate may be used for: its extended key usage (RFC 5280, section 4.2.1.12). A
 * certificate that does not say so may be used for nothing, and one that says "anything" neither.
 */
enum KeyPurpose {
  /** To answer those who connect. */
  SERVER("1.3.6.1.5.5.7.3.1", "serve", "serverAuth"),
  /** To connect to others. */
  CLIENT("1.3.6.1.5.5.7.3.2", "connect to others", "clientAuth");

  private final String oid;
  private final String verb;
  private final String title;

  KeyPurpose(String oid, String verb, String title) {
    this.oid = oid;
    this.verb = verb;
    this.title = title;
  }

  /** The object identifier. */
  String oid() {
    return oid;
  }

  boolean allows(X509Certificate certificate) {
    try {
      List<String> purposes = certificate.getExtendedKeyUsage();
      return purposes != null && purposes.contains(oid);
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  /** Why a certificate cannot be used so, in half a sentence. */
  String refusal() {
    return "may not be used to " + verb + ": its extended key usage must name " + title;
  }
}
