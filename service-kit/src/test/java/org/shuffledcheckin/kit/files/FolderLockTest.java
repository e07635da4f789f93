package org.shuffledcheckin.kit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir Path folder;

  /** Looks at a folder's lock from a process of its own. */
  public static void main(String[] arguments) throws IOException {
    System.exit(FolderLock.isHeld(Path.of(arguments[0])) ? 1 : 0);
  }

  private boolean isHeldSeenByAnotherProcess() throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                FolderLockTest.class.getName(),
                folder.toString())
            .inheritIO()
            .start()
            .waitFor()
        == 1;
  }

  @Test
  void tryAcquire_held_isRefusedUntilClosed() throws IOException {
    try (FolderLock first = FolderLock.tryAcquire(folder).orElseThrow()) {
      assertThat(first).isNotNull();
      assertThat(FolderLock.tryAcquire(folder)).isEmpty();
      assertThat(FolderLock.tryAcquire(folder.resolve("../" + folder.getFileName()))).isEmpty();
      assertThat(FolderLock.isHeld(folder)).isTrue();
    }
    assertThat(FolderLock.isHeld(folder)).isFalse();
    FolderLock.tryAcquire(folder).orElseThrow().close();
  }

  @Test
  void tryAcquire_afterOthersAskedInThisProcess_stillKeepsOtherProcessesOut() throws Exception {
    try (FolderLock first = FolderLock.tryAcquire(folder).orElseThrow()) {
      assertThat(first).isNotNull();
      assertThat(FolderLock.tryAcquire(folder)).isEmpty();
      assertThat(FolderLock.isHeld(folder)).isTrue();
      assertThat(isHeldSeenByAnotherProcess()).isTrue();
    }
    assertThat(isHeldSeenByAnotherProcess()).isFalse();
  }

  @Test
  void isHeld_neverLocked_leavesNothingBehind() throws IOException {
    assertThat(FolderLock.isHeld(folder)).isFalse();
    assertThat(FolderLock.isHeld(folder.resolve("nowhere"))).isFalse();
    assertThat(folder).isEmptyDirectory();
    assertThatThrownBy(() -> FolderLock.tryAcquire(folder.resolve("nowhere")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
