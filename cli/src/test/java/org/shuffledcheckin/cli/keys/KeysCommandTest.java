package org.shuffledcheckin.cli.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CRL;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;
import org.shuffledcheckin.kit.tls.TlsFiles;

class KeysCommandTest {
  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  @Test
  void keys_emptyFolder_makesLoadableCertificatesWithPrivateKeys() throws IOException {
    assertThat(keys("--client", "7")).isEqualTo(ExitCode.OK);
    for (String name :
        List.of(
            "shuffler",
            "aggregator",
            "aggregator-client",
            "operator-shuffler",
            "operator-aggregator",
            "client-7")) {
      TlsFiles files =
          new TlsFiles(
              folder.resolve(name + ".crt"),
              folder.resolve(name + ".key"),
              folder.resolve("ca.crt"));
      assertThat(files.load().toString()).doesNotContain("PRIVATE");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.key())))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void keys_again_keepsWhatIsThere() throws IOException {
    keys();
    String before = Files.readString(folder.resolve("shuffler.crt"));
    assertThat(keys()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(folder.resolve("shuffler.crt"))).isEqualTo(before);
  }

  @Test
  void keys_negativeClient_isRefusedBeforeAnythingIsWritten() throws IOException {
    assertThat(keys("--client", "-1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("client must be at least 0 but is -1");
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void keys_secret_isMadeOnceForItsOwnerOnly() throws IOException {
    assertThat(keys("--secret", "operator.token")).isEqualTo(ExitCode.OK);
    Path file = folder.resolve("operator.token");
    String secret = Files.readString(file);
    assertThat(secret.strip()).matches("[0-9a-f]{64}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    keys("--secret", "operator.token");
    assertThat(file).hasContent(secret);
  }

  @Test
  void keys_secretInAnotherFolder_isRefused() {
    assertThat(keys("--secret", "../operator.token")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void keys_hosts_areOfOneServiceEach() throws Exception {
    keys("--shuffler-host", "shuffler.example", "--aggregator-host", "aggregator.example");
    assertThat(names("shuffler")).containsExactly("urn:checkin:shuffler", "shuffler.example");
    assertThat(names("aggregator")).containsExactly("urn:checkin:aggregator", "aggregator.example");
    assertThat(names("aggregator-client")).containsExactly("urn:checkin:aggregator");
    assertThat(names("operator-shuffler")).containsExactly("urn:checkin:operator:shuffler");
    assertThat(names("operator-aggregator")).containsExactly("urn:checkin:operator:aggregator");
    for (String name : List.of("shuffler", "aggregator")) {
      assertThat(certificate(name).getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    }
    for (String name : List.of("aggregator-client", "operator-shuffler", "operator-aggregator")) {
      assertThat(certificate(name).getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    }
  }

  @Test
  void renew_issued_keepsNamesAndChangesTheKey() throws Exception {
    keys("--shuffler-host", "shuffler.example,10.0.0.1", "--client", "7");
    X509Certificate before = certificate("shuffler");
    assertThat(sub("renew", "shuffler", "client-7")).isEqualTo(ExitCode.OK);
    X509Certificate after = certificate("shuffler");
    assertThat(after.getSerialNumber()).isNotEqualTo(before.getSerialNumber());
    assertThat(after.getPublicKey()).isNotEqualTo(before.getPublicKey());
    assertThat(List.copyOf(after.getSubjectAlternativeNames()))
        .isEqualTo(List.copyOf(before.getSubjectAlternativeNames()));
    assertThat(after.getExtendedKeyUsage()).isEqualTo(before.getExtendedKeyUsage());
    assertThat(Files.readString(folder.resolve("operators.jsonl")))
        .contains("\"action\":\"renew\",\"subject\":\"shuffler\"")
        .contains("\"action\":\"renew\",\"subject\":\"client\"")
        .doesNotContain("client-7");
  }

  @Test
  void revoke_issued_isInTheList() throws Exception {
    keys();
    assertThat(list().isRevoked(certificate("operator-shuffler"))).isFalse();
    assertThat(sub("revoke", "operator-shuffler")).isEqualTo(ExitCode.OK);
    assertThat(list().isRevoked(certificate("operator-shuffler"))).isTrue();
    assertThat(list().isRevoked(certificate("operator-aggregator"))).isFalse();
    assertThat(sub("renew", "operator-shuffler")).isEqualTo(ExitCode.OK);
    assertThat(list().isRevoked(certificate("operator-shuffler"))).isFalse();
  }

  @Test
  void renewOrRevoke_whatWasNotIssued_isRefusedAndNotWritten() throws IOException {
    keys();
    String journal = Files.readString(folder.resolve("operators.jsonl"));
    for (String name : List.of("nobody", "ca", "../keys/ca")) {
      assertThat(sub("renew", "shuffler", name)).isEqualTo(ExitCode.USAGE);
      assertThat(sub("revoke", name)).isEqualTo(ExitCode.USAGE);
    }
    assertThat(Files.readString(folder.resolve("operators.jsonl"))).isEqualTo(journal);
  }

  private X509Certificate certificate(String name) throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".crt"))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private List<Object> names(String name) throws Exception {
    return certificate(name).getSubjectAlternativeNames().stream()
        .<Object>map(entry -> entry.get(1))
        .toList();
  }

  private CRL list() throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve("revoked.crl"))) {
      return CertificateFactory.getInstance("X.509").generateCRL(in);
    }
  }

  private int sub(String command, String... names) {
    List<String> arguments = new ArrayList<>(List.of("keys", command));
    arguments.addAll(List.of(names));
    arguments.addAll(List.of("--out", folder.toString()));
    return Checkin.commandLine()
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(new String[0]));
  }

  private int keys(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "keys";
    arguments[1] = "--out";
    arguments[2] = folder.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Checkin.commandLine()
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
