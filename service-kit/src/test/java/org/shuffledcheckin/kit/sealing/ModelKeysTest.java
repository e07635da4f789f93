package org.shuffledcheckin.kit.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.kit.signing.SigningFolder;

class ModelKeysTest {
  @TempDir Path folder;

  @Test
  void read_whatWasWritten_findsEveryKeyAndKeepsItsOrder() throws IOException {
    ModelKey old = ModelKey.generate(new SecureRandom());
    ModelKey young = ModelKey.generate(new SecureRandom());
    Path file = folder.resolve("keys.json");
    new ModelKeys(List.of(young, old)).write(file);
    ModelKeys read = ModelKeys.read(file);
    assertThat(read.newest().orElseThrow().id()).isEqualTo(young.id());
    assertThat(read.find(old.id()).orElseThrow().toBytes()).isEqualTo(old.toBytes());
    assertThat(ModelKeys.NONE.find(old.id())).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "{}",
        "{\"format\":\"checkin/v1/bundle\",\"keys\":[]}",
        "{\"format\":\"checkin/v1/model-keys\",\"keys\":[]}",
        "{\"format\":\"checkin/v1/model-keys\",\"keys\":[\"AAAA\"]}",
        "{\"format\":\"checkin/v1/model-keys\",\"keys\":[\"?\"]}"
      })
  void read_brokenFile_namesItAndTheCommand(String text) throws IOException {
    Path file = folder.resolve("keys.json");
    Files.writeString(file, text);
    assertThatThrownBy(() -> ModelKeys.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("checkin keys");
  }

  @Test
  void makeMissing_folder_makesModelKeysOnceAndKeepsThemOutOfTheBundle() throws IOException {
    SigningFolder signing = new SigningFolder(folder);
    signing.makeMissing();
    byte[] made = Files.readAllBytes(signing.modelKeys());
    signing.makeMissing();
    assertThat(Files.readAllBytes(signing.modelKeys())).isEqualTo(made);
    String bundle = Files.readString(signing.bundle());
    String secret =
        java.util.Base64.getEncoder()
            .encodeToString(ModelKeys.read(signing.modelKeys()).newest().orElseThrow().toBytes());
    assertThat(bundle).doesNotContain(secret);
  }
}
