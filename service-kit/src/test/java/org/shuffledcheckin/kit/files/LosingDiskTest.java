package org.shuffledcheckin.kit.files;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the disk of the simulations to the failures that it simulates. */
class LosingDiskTest {
  @TempDir Path folder;
  private final LosingDisk disk = new LosingDisk();

  private Path file(String name) {
    return folder.resolve(name);
  }

  private Disk.Output begin(String name) throws IOException {
    Disk.Output out = disk.open(file(name));
    disk.syncFolder(folder);
    return out;
  }

  private static void append(Disk.Output out, String text, long position) throws IOException {
    out.write(ByteBuffer.wrap(text.getBytes(US_ASCII)), position);
  }

  @Test
  void losePower_keepsWhatWasSyncedAlone() throws IOException {
    try (Disk.Output out = begin("f")) {
      append(out, "safe", 0);
      out.sync();
      append(out, "lost", 4);
      assertThat(file("f")).hasContent("safelost");
      assertThat(disk.durable(file("f"))).hasValue("safe".getBytes(US_ASCII));
      disk.losePower();
      assertThat(file("f")).hasContent("safe");
      append(out, "dead", 4);
      out.sync();
    }
    disk.restorePower();
    assertThat(file("f")).hasContent("safe");
  }

  @Test
  void losePower_syncedFileInAFolderThatWasNot_isGone() throws IOException {
    try (Disk.Output out = disk.open(file("f"))) {
      append(out, "nameless", 0);
      out.sync();
    }
    disk.losePower();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void losePower_renameThatWasNotSynced_bringsBothNamesBack() throws IOException {
    Files.writeString(file("f"), "old");
    try (Disk.Output out = begin("f.new")) {
      append(out, "new", 0);
      out.sync();
    }
    disk.rename(file("f.new"), file("f"));
    assertThat(file("f")).hasContent("new");
    disk.losePower();
    assertThat(file("f")).hasContent("old");
    assertThat(file("f.new")).hasContent("new");
  }

  @Test
  void losePower_renameBeforeContent_leavesANameWithoutContent() throws IOException {
    Files.writeString(file("f"), "old");
    try (Disk.Output out = disk.open(file("f.new"))) {
      append(out, "new", 0);
    }
    disk.rename(file("f.new"), file("f"));
    disk.syncFolder(folder);
    disk.losePower();
    assertThat(file("f")).hasContent("");
  }

  @Test
  void losePower_atRandom_keepsEveryBeginningOfWhatWasWritten() throws IOException {
    Set<String> found = new TreeSet<>();
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      String name = "f" + i;
      try (Disk.Output out = begin(name)) {
        append(out, "a", 0);
        out.sync();
        append(out, "bc", 1);
        out.truncate(1);
        append(out, "d", 1);
      }
      disk.losePower(random);
      disk.restorePower();
      found.add(Files.readString(file(name)));
    }
    assertThat(found).containsExactly("a", "ab", "abc", "ad");
  }
}
