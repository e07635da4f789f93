package org.shuffledcheckin.kit.files;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Whether the system is really asked to sync shows only where it refuses: Linux syncs neither a
 * device without storage nor its own view of processes.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs files that cannot be synced")
class SystemDiskTest {
  @Test
  void sync_fileThatCannotBeSynced_fails() throws IOException {
    try (Disk.Output out = Disk.SYSTEM.open(Path.of("/dev/null"))) {
      assertThatThrownBy(out::sync).isInstanceOf(SyncFailedException.class);
    }
  }

  @Test
  void syncFolder_folderThatCannotBeSynced_fails() {
    assertThatThrownBy(() -> Disk.SYSTEM.syncFolder(Path.of("/proc")))
        .isInstanceOf(IOException.class);
  }
}
