package org.shuffledcheckin.client.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FaultyDisk;

class JournalFileTest {
  @TempDir Path folder;

  private final FaultyDisk disk = new FaultyDisk();

  private JournalFile open() throws IOException {
    return JournalFile.open(disk, folder.resolve("j"), (type, payload) -> {});
  }

  private List<Byte> read() throws IOException {
    List<Byte> types = new ArrayList<>();
    JournalFile.open(Disk.SYSTEM, folder.resolve("j"), (type, payload) -> types.add(type)).close();
    return types;
  }

  @Test
  void append_diskFullThenFree_losesNothingAcknowledged() throws IOException {
    try (JournalFile file = open()) {
      file.append((byte) 1, new byte[10], true);
      disk.letWrite(7);
      assertThatThrownBy(() -> file.append((byte) 2, new byte[100], true))
          .isInstanceOf(IOException.class);
      assertThat(read()).containsExactly((byte) 1);
      disk.letWrite(Integer.MAX_VALUE);
      file.append((byte) 3, new byte[5], true);
    }
    assertThat(read()).containsExactly((byte) 1, (byte) 3);
  }

  @Test
  void append_syncFails_isTakenBackByTheNext() throws IOException {
    try (JournalFile file = open()) {
      file.append((byte) 1, new byte[10], true);
      disk.letSync(false);
      assertThatThrownBy(() -> file.append((byte) 2, new byte[100], true))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> file.append((byte) 3, new byte[1], true))
          .isInstanceOf(IOException.class);
      disk.letSync(true);
      file.append((byte) 4, new byte[5], true);
      // Not even behind the new end, where the rest of a longer frame could be read as one.
      assertThat(folder.resolve("j")).hasSize(file.length());
    }
    assertThat(read()).containsExactly((byte) 1, (byte) 4);
  }

  @Test
  void append_durable_isSyncedBeforeItReturns() throws IOException {
    try (JournalFile file = open()) {
      file.append((byte) 1, new byte[10], true);
      file.append((byte) 2, new byte[10], false);
      assertThat(disk.steps()).containsExactly("write j", "sync j", "write j");
    }
  }
}
