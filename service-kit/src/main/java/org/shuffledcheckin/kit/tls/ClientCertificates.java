package org.shuffledcheckin.kit.tls;

/** What a server asks of whoever connects. */
public enum ClientCertificates {
  /** Mutual TLS: without a trusted certificate the handshake fails. */
  REQUIRED,
  /** Anyone may connect; a certificate that is shown must still be trusted. */
  OPTIONAL
}
