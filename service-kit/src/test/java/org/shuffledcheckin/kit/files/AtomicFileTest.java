package org.shuffledcheckin.kit.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] NEW = "new".getBytes(UTF_8);

  @TempDir Path folder;
  private final FaultyDisk disk = new FaultyDisk();
  private Path file;

  @BeforeEach
  void writeOldContent() throws IOException {
    file = Files.writeString(folder.resolve("f"), "old and longer");
  }

  @Test
  void replace_syncsContentBeforeTheNameAndTheNameBeforeReturning() throws IOException {
    AtomicFile.replace(disk, file, NEW);
    assertThat(disk.steps())
        .containsExactly("write f.new", "sync f.new", "rename f.new f", "sync folder");
    assertThat(file).hasContent("new");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void replace_thenPowerFails_hasTheNewContent() throws IOException {
    LosingDisk losing = new LosingDisk();
    AtomicFile.replace(losing, file, NEW);
    losing.losePower();
    assertThat(file).hasContent("new");
  }

  @Test
  void replace_diskFull_keepsTheOldContentAlone() throws IOException {
    disk.letWrite(2);
    assertThatThrownBy(() -> AtomicFile.replace(disk, file, NEW)).isInstanceOf(IOException.class);
    assertThat(file).hasContent("old and longer");
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void replace_contentNotSynced_keepsTheOldContent() throws IOException {
    disk.letSync(false);
    assertThatThrownBy(() -> AtomicFile.replace(disk, file, NEW)).isInstanceOf(IOException.class);
    assertThat(file).hasContent("old and longer");
  }

  @Test
  void replace_leftoverOfACrash_isOverwritten() throws IOException {
    Files.writeString(folder.resolve("f.new"), "half of something longer");
    AtomicFile.replace(disk, file, NEW);
    assertThat(file).hasContent("new");
  }

  @Test
  void replacePrivately_isReadableByItsOwnerOnly() throws IOException {
    AtomicFile.replacePrivately(file, NEW);
    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(folder.toFile().list()).containsExactly("f");
  }

  @Test
  void createFolder_isOpenToItsOwnerOnly() throws IOException {
    Path secret = folder.resolve("secret");
    OwnerOnly.createFolder(secret);
    OwnerOnly.createFolder(secret);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rwx------");
  }
}
