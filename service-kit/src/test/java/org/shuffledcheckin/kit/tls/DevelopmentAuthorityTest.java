package org.shuffledcheckin.kit.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevelopmentAuthorityTest {
  @TempDir Path folder;

  private static DevelopmentAuthority create() {
    return DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  }

  @Test
  void writeTo_keys_areForTheirOwnerOnly() throws IOException {
    Path keys = folder.resolve("keys");
    DevelopmentAuthority authority = create();
    authority.writeTo(keys);
    TlsFiles files = authority.issue("shuffler", List.of("localhost")).writeTo(keys, "shuffler");
    assertThat(mode(keys)).isEqualTo("rwx------");
    assertThat(mode(keys.resolve("ca.key"))).isEqualTo("rw-------");
    assertThat(mode(files.key())).isEqualTo("rw-------");
    assertThat(files.load().toString()).doesNotContain("PRIVATE");
  }

  @Test
  void load_writtenAuthority_issuesUnderTheSameRoot() {
    DevelopmentAuthority authority = create();
    authority.writeTo(folder);
    DevelopmentAuthority loaded =
        DevelopmentAuthority.load(folder, Clock.systemUTC(), new SecureRandom());
    assertThat(loaded.certificatePem()).isEqualTo(authority.certificatePem());
    assertThat(loaded.issue("x", List.of("127.0.0.1", "::1")).trustPem())
        .isEqualTo(authority.certificatePem());
  }

  @Test
  void load_emptyFolder_isRefused() {
    assertThatThrownBy(
            () -> DevelopmentAuthority.load(folder, Clock.systemUTC(), new SecureRandom()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void server_notPem_isRefused() {
    TlsIdentity broken = TlsIdentity.ofPem("certificate", "key", "roots");
    assertThatThrownBy(() -> broken.server(ClientCertificates.REQUIRED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PEM");
    assertThatThrownBy(broken::channel).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TlsIdentity.anonymousChannel("roots"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void clientNumber_onlyClientNames_areRead() {
    assertThat(PeerNames.clientNumber(Set.of("localhost", PeerNames.client(42))))
        .isEqualTo(OptionalLong.of(42));
    assertThat(PeerNames.clientNumber(Set.of(PeerNames.role("aggregator"), "urn:checkin:client:")))
        .isEmpty();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
