package org.shuffledcheckin.kit.tls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerVerifierTest {
  @TempDir private Path folder;
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final TlsMaterial server =
      authority.issueServer("shuffler", List.of("localhost")).material();

  private static void verify(KeyPurpose purpose, RevocationList revoked, X509Certificate... chain)
      throws Exception {
    new PeerVerifier(purpose, Set.of(), () -> revoked)
        .verifyPeerCertificate(chain, "UNKNOWN", (SSLEngine) null);
  }

  /** The platform takes a certificate that names no purpose for one that suits every purpose. */
  @ParameterizedTest
  @EnumSource(KeyPurpose.class)
  void verify_certificateWithoutPurpose_isRefused(KeyPurpose purpose) {
    X509Certificate root = server.roots().get(0);
    assertThatThrownBy(() -> verify(purpose, RevocationList.NONE, root))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining("its extended key usage must name");
  }

  @Test
  void verify_purpose_isTheOneAskedFor() {
    X509Certificate leaf = server.leaf().orElseThrow();
    assertThatCode(() -> verify(KeyPurpose.SERVER, RevocationList.NONE, leaf))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> verify(KeyPurpose.CLIENT, RevocationList.NONE, leaf))
        .isInstanceOf(CertificateException.class);
  }

  @Test
  void verify_anyRevokedCertificateOfTheChain_isRefused() throws IOException {
    X509Certificate leaf = server.leaf().orElseThrow();
    X509Certificate other = authority.issueClient("x").material().leaf().orElseThrow();
    authority.revoke(folder, Optional.of(other));
    RevocationList list =
        RevocationList.parse(
            Files.readString(folder.resolve(DevelopmentAuthority.REVOKED)), server.roots());
    assertThatCode(() -> verify(KeyPurpose.SERVER, list, leaf)).doesNotThrowAnyException();
    assertThatThrownBy(() -> verify(KeyPurpose.SERVER, list, leaf, other))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining("revoked");
  }
}
