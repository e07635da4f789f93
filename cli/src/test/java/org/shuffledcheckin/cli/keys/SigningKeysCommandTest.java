package org.shuffledcheckin.cli.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.signing.VerifyingKey;
import org.shuffledcheckin.kit.signing.VerifyingKeys;

class SigningKeysCommandTest {
  @TempDir private Path folder;
  private Path file;
  private Path bundle;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws IOException {
    file = folder.resolve("signing.json");
    bundle = folder.resolve("bundle.json");
    assertThat(keys("--out", folder)).isEqualTo(ExitCode.OK);
  }

  private int keys(Object... arguments) {
    StringWriter written = new StringWriter();
    StringWriter complained = new StringWriter();
    int code =
        Checkin.commandLine()
            .setOut(new PrintWriter(written))
            .setErr(new PrintWriter(complained))
            .execute(
                Stream.concat(Stream.of("keys"), Stream.of(arguments))
                    .map(Object::toString)
                    .toArray(String[]::new));
    out = written.toString();
    err = complained.toString();
    return code;
  }

  private List<String> fingerprints() throws IOException {
    return SigningKeys.read(file).verifyingKeys().keys().stream()
        .map(VerifyingKey::fingerprint)
        .toList();
  }

  private VerifyingKeys bundled() throws IOException {
    return VerifyingKeys.parse(Files.readString(bundle));
  }

  @Test
  void keys_emptyFolder_makesASigningKeyForItsOwnerAndTheBundle() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(bundled()).isEqualTo(SigningKeys.read(file).verifyingKeys());
    assertThat(Files.readString(bundle)).doesNotContain("PRIVATE").contains(fingerprints().get(0));
    Path modelKeys = folder.resolve("model-keys.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(modelKeys)))
        .isEqualTo("rw-------");
    assertThat(out).contains(file.toString(), bundle.toString(), modelKeys.toString());
  }

  @Test
  void keys_again_keepsKeyAndBundle() throws IOException {
    String before = Files.readString(file);
    keys("add", file);
    String added = Files.readString(file);
    assertThat(added).isNotEqualTo(before);
    String old = Files.readString(bundle);
    assertThat(keys("--out", folder)).isEqualTo(ExitCode.OK);
    assertThat(file).hasContent(added);
    assertThat(bundle).hasContent(old);
  }

  @Test
  void keys_bundleOfAnotherOperator_getsNoKeyThatNobodyBelieves() throws IOException {
    Files.delete(file);
    assertThat(keys("--out", folder)).isEqualTo(ExitCode.OK);
    assertThat(file).doesNotExist();
    assertThat(err).contains("no signing key is made");
  }

  @Test
  void rotation_inItsFourSteps_neverSignsWithAKeyThatTheBundleLacks() throws IOException {
    String first = fingerprints().get(0);
    assertThat(keys("add", file)).isEqualTo(ExitCode.OK);
    assertThat(fingerprints()).hasSize(2).startsWith(first);
    String second = fingerprints().get(1);
    assertThat(out).contains("bundle must reach clients and shuffler first", "sign-with", second);

    assertThat(keys("bundle", file, "--out", bundle)).isEqualTo(ExitCode.OK);
    assertThat(bundled().keys()).extracting(VerifyingKey::fingerprint).contains(first, second);

    assertThat(keys("sign-with", file, second)).isEqualTo(ExitCode.OK);
    assertThat(fingerprints()).containsExactly(second, first);

    assertThat(keys("retire", file, first)).isEqualTo(ExitCode.OK);
    assertThat(fingerprints()).containsExactly(second);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void retire_theKeyThatSigns_isRefusedAndChangesNothing() throws IOException {
    String before = Files.readString(file);
    assertThat(keys("retire", file, fingerprints().get(0))).isEqualTo(ExitCode.USAGE);
    assertThat(err).contains("let another one sign");
    assertThat(file).hasContent(before);
  }

  @Test
  void signWith_unknownFingerprint_isRefusedAndChangesNothing() throws IOException {
    String before = Files.readString(file);
    assertThat(keys("sign-with", file, "0123456789abcdef")).isEqualTo(ExitCode.USAGE);
    assertThat(err).contains("no signing key has the fingerprint 0123456789abcdef");
    assertThat(file).hasContent(before);
  }

  @Test
  void show_keysOrBundle_namesThemWithoutSecrets() throws IOException {
    keys("add", file);
    assertThat(keys("show", file)).isEqualTo(ExitCode.OK);
    assertThat(out.lines())
        .containsExactly(fingerprints().get(0) + "  signs", fingerprints().get(1));
    assertThat(keys("show", bundle)).isEqualTo(ExitCode.OK);
    assertThat(out.lines()).containsExactly(fingerprints().get(0));
    assertThat(keys("show", file, "--json")).isEqualTo(ExitCode.OK);
    JsonNode shown = new ObjectMapper().readTree(out).get("keys");
    assertThat(shown).hasSize(2);
    assertThat(shown.get(0).get("fingerprint").asText()).isEqualTo(fingerprints().get(0));
    assertThat(shown.get(0).get("signs").asBoolean()).isTrue();
    assertThat(shown.get(1).get("signs").asBoolean()).isFalse();
  }

  @Test
  void anyCommand_fileMissingOrSomethingElse_isUnavailable() throws IOException {
    Path missing = folder.resolve("missing.json");
    for (String command : List.of("show", "add", "bundle")) {
      assertThat(keys(command, missing)).as(command).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(err).contains("missing.json");
    }
    Path text = Files.writeString(folder.resolve("text.json"), "nothing of the kind");
    for (String command : List.of("show", "add", "bundle")) {
      assertThat(keys(command, text)).as(command).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(err).contains("no signing keys can be read from");
    }
    assertThat(keys("bundle", bundle)).as("a bundle signs nothing").isEqualTo(3);
  }

  @Test
  void bundle_withoutOut_printsIt() throws IOException {
    assertThat(keys("bundle", file)).isEqualTo(ExitCode.OK);
    assertThat(VerifyingKeys.parse(out)).isEqualTo(bundled());
  }
}
