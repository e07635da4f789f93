package org.shuffledcheckin.cli.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    for (String name : new String[] {"shuffler", "aggregator", "operator", "client-7"}) {
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
