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
    TlsFiles files =
        authority.issueServer("shuffler", List.of("localhost")).writeTo(keys, "shuffler");
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
    assertThat(loaded.issueServer("x", List.of("127.0.0.1", "::1")).material().roots())
        .extracting(Pem::text)
        .containsExactly(authority.certificatePem());
  }

  @Test
  void load_emptyFolder_isRefused() {
    assertThatThrownBy(
            () -> DevelopmentAuthority.load(folder, Clock.systemUTC(), new SecureRandom()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void ofPem_notPem_isRefused() {
    assertThatThrownBy(() -> TlsIdentity.ofPem("certificate", "key", "roots"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PEM");
    assertThatThrownBy(() -> TlsIdentity.anonymous("roots"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void issued_forOnePurpose_isRefusedForTheOther() {
    TlsIdentity server = create().issueServer("shuffler", List.of("localhost"));
    TlsIdentity client = create().issueClient("aggregator");
    assertThatThrownBy(() -> server.channel(Set.of("urn:checkin:shuffler")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CN=shuffler may not be used to connect")
        .hasMessageContaining("clientAuth");
    assertThatThrownBy(() -> client.server(ClientCertificates.REQUIRED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CN=aggregator may not be used to serve")
        .hasMessageContaining("serverAuth");
  }

  @Test
  void channel_withoutNames_isRefused() {
    TlsIdentity client = create().issueClient("aggregator");
    assertThatThrownBy(() -> client.channel(Set.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void revoke_certificateOfAnotherAuthority_isRefused() {
    DevelopmentAuthority authority = create();
    var foreign = create().issueClient("operator:shuffler").material().leaf();
    assertThatThrownBy(() -> authority.revoke(folder, foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not issued by this authority");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void revoke_twice_keepsBoth() throws IOException {
    DevelopmentAuthority authority = create();
    var first = authority.issueClient("a").material().leaf();
    var second = authority.issueClient("b").material().leaf();
    var other = authority.issueClient("c").material().leaf();
    authority.revoke(folder, first);
    authority.revoke(folder, second);
    RevocationList list =
        RevocationList.parse(
            Files.readString(folder.resolve(DevelopmentAuthority.REVOKED)),
            authority.issueClient("d").material().roots());
    assertThat(list.isRevoked(first.orElseThrow())).isTrue();
    assertThat(list.isRevoked(second.orElseThrow())).isTrue();
    assertThat(list.isRevoked(other.orElseThrow())).isFalse();
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
