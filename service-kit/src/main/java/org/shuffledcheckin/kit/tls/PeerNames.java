package org.shuffledcheckin.kit.tls;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The names in a peer's certificate that the handshake verified: its DNS and URI subject
 * alternative names. The common name is not one of them. Roles are URIs, {@code
 * urn:checkin:aggregator} and the like.
 */
public final class PeerNames {
  private static final String ROLE = "urn:checkin:";
  private static final String CLIENT = ROLE + "client:";
  private static final int DNS = 2;
  private static final int URI = 6;

  private PeerNames() {}

  /** The URI that names a role. */
  public static String role(String name) {
    return ROLE + name;
  }

  /** The URI that names a client. */
  public static String client(long number) {
    return CLIENT + number;
  }

  /** The names of a call's peer; none without TLS or without a certificate. */
  public static Set<String> of(Attributes call) {
    return certificate(call).map(PeerNames::of).orElse(Set.of());
  }

  /** The certificate of a call's peer, which the handshake verified. */
  public static Optional<X509Certificate> certificate(Attributes call) {
    SSLSession session = call.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate leaf
          ? Optional.of(leaf)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** The client that one of the names names, if any does. */
  public static OptionalLong clientNumber(Set<String> names) {
    return names.stream()
        .filter(name -> name.matches(CLIENT + "\\d{1,18}"))
        .mapToLong(name -> Long.parseLong(name.substring(CLIENT.length())))
        .findFirst();
  }

  /** The names in a certificate. */
  public static Set<String> of(X509Certificate certificate) {
    Set<String> names = new HashSet<>();
    try {
      var alternatives = certificate.getSubjectAlternativeNames();
      for (List<?> name : alternatives == null ? Set.<List<?>>of() : alternatives) {
        int kind = (Integer) name.get(0);
        if ((kind == DNS || kind == URI) && name.get(1) instanceof String text) {
          names.add(text);
        }
      }
    } catch (CertificateParsingException e) {
      return Set.of();
    }
    return names;
  }
}
