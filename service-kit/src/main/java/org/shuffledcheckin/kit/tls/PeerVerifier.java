package org.shuffledcheckin.kit.tls;

import io.grpc.util.AdvancedTlsX509TrustManager.SslSocketAndEnginePeerVerifier;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/**
 * Looks at a peer whose chain leads to a root, and whose host name was verified if it is a server:
 * whether its certificate is for this purpose, carries one of the names, and is not revoked.
 */
final class PeerVerifier implements SslSocketAndEnginePeerVerifier {
  private final KeyPurpose purpose;
  private final Set<String> names;
  private final Supplier<RevocationList> revoked;

  /** Takes the names of which one is needed; with none, any will do. */
  PeerVerifier(KeyPurpose purpose, Set<String> names, Supplier<RevocationList> revoked) {
    this.purpose = purpose;
    this.names = Set.copyOf(names);
    this.revoked = revoked;
  }

  @Override
  public void verifyPeerCertificate(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    verify(chain);
  }

  @Override
  public void verifyPeerCertificate(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    verify(chain);
  }

  private void verify(X509Certificate[] chain) throws CertificateException {
    if (!purpose.allows(chain[0])) {
      throw new CertificateException("the peer's certificate " + purpose.refusal());
    }
    if (!names.isEmpty() && Collections.disjoint(names, PeerNames.of(chain[0]))) {
      throw new CertificateException("the peer's certificate names none of " + names);
    }
    for (X509Certificate certificate : chain) {
      if (revoked.get().isRevoked(certificate)) {
        throw new CertificateException("the peer's certificate is revoked");
      }
    }
  }
}
