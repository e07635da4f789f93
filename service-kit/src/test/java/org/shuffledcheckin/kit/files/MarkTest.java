package org.shuffledcheckin.kit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkTest {
  @TempDir Path folder;
  private final FaultyDisk disk = new FaultyDisk();

  private Path file() {
    return folder.resolve("mark");
  }

  @Test
  void advance_isSyncedBeforeItReturns() throws IOException {
    try (Mark mark = Mark.open(disk, file())) {
      assertThat(disk.steps()).endsWith("rename mark.new mark", "sync folder");
      disk.forget();
      mark.advance("1");
      assertThat(disk.steps()).containsExactly("write mark", "sync mark");
    }
    assertThat(Mark.read(file())).contains("1");
  }

  @Test
  void advance_thenPowerFails_isRemembered() throws IOException {
    LosingDisk losing = new LosingDisk();
    try (Mark mark = Mark.open(losing, file())) {
      mark.advance("1");
      mark.advance("2");
      losing.losePower();
    }
    assertThat(Mark.read(file())).contains("2");
    losing.restorePower();
    Mark.open(losing, file()).close();
    losing.losePower();
    assertThat(Mark.read(file())).as("after it began afresh").contains("2");
  }

  @Test
  void open_afterAdvancing_keepsTheNewestLineAlone() throws IOException {
    try (Mark mark = Mark.open(disk, file())) {
      mark.advance("1");
      mark.advance("2");
    }
    Mark.open(disk, file()).close();
    assertThat(file()).hasContent("2\n");
  }

  @Test
  void read_beforeTheFirstHead_isEmpty() throws IOException {
    assertThat(Mark.read(file())).isEmpty();
    Mark.open(disk, file()).close();
    assertThat(Mark.read(file())).isEmpty();
  }

  @Test
  void read_lineCutShort_isTheOneBefore() throws IOException {
    Files.writeString(file(), "1\n2");
    assertThat(Mark.read(file())).contains("1");
    Files.writeString(file(), "1");
    assertThat(Mark.read(file())).isEmpty();
  }

  @Test
  void advance_afterAFullDisk_overwritesWhatWasLeft() throws IOException {
    try (Mark mark = Mark.open(disk, file())) {
      mark.advance("1");
      disk.letWrite(2);
      assertThatThrownBy(() -> mark.advance("222")).isInstanceOf(IOException.class);
      assertThat(Mark.read(file())).contains("1");
      disk.letWrite(Integer.MAX_VALUE);
      mark.advance("3");
    }
    assertThat(file()).hasContent("1\n3\n");
  }

  @Test
  void advance_afterASyncThatFailed_leavesNothingOfIt() throws IOException {
    try (Mark mark = Mark.open(disk, file())) {
      mark.advance("1");
      disk.letSync(false);
      assertThatThrownBy(() -> mark.advance("22222")).isInstanceOf(IOException.class);
      disk.letSync(true);
      mark.advance("3");
    }
    assertThat(file()).hasContent("1\n3\n");
  }

  @Test
  void open_threadInterrupted_writesAllTheSame() throws IOException {
    Thread.currentThread().interrupt();
    try (Mark mark = Mark.open(file())) {
      mark.advance("1");
      mark.advance("2");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(Mark.read(file())).contains("2");
  }
}
