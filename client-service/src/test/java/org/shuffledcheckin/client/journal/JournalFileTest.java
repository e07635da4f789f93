package org.shuffledcheckin.client.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
  @TempDir Path folder;

  /** A disk that can be full, or fail to sync. */
  private static final class FailingLog implements AppendLog {
    private final AppendLog disk;
    private int writableBytes = Integer.MAX_VALUE;
    private boolean failForce;

    FailingLog(AppendLog disk) {
      this.disk = disk;
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      if (bytes.remaining() > writableBytes) {
        disk.write(bytes.slice(0, writableBytes), position);
        throw new IOException("no space left");
      }
      disk.write(bytes, position);
    }

    @Override
    public void truncate(long length) throws IOException {
      disk.truncate(length);
    }

    @Override
    public void force() throws IOException {
      if (failForce) {
        throw new IOException("cannot sync");
      }
      disk.force();
    }

    @Override
    public void close() throws IOException {
      disk.close();
    }
  }

  private List<Byte> read() throws IOException {
    List<Byte> types = new ArrayList<>();
    JournalFile.open(folder.resolve("j"), (type, payload) -> types.add(type)).close();
    return types;
  }

  private FailingLog log() throws IOException {
    return new FailingLog(AppendLog.open(folder.resolve("j")));
  }

  @Test
  void append_diskFullThenFree_losesNothingAcknowledged() throws IOException {
    FailingLog log = log();
    try (JournalFile file = JournalFile.open(folder.resolve("j"), log, (type, payload) -> {})) {
      file.append((byte) 1, new byte[10], true);
      log.writableBytes = 7;
      assertThatThrownBy(() -> file.append((byte) 2, new byte[100], true))
          .isInstanceOf(IOException.class);
      assertThat(read()).containsExactly((byte) 1);
      log.writableBytes = Integer.MAX_VALUE;
      file.append((byte) 3, new byte[5], true);
    }
    assertThat(read()).containsExactly((byte) 1, (byte) 3);
  }

  @Test
  void append_syncFails_isTakenBackByTheNext() throws IOException {
    FailingLog log = log();
    try (JournalFile file = JournalFile.open(folder.resolve("j"), log, (type, payload) -> {})) {
      file.append((byte) 1, new byte[10], true);
      log.failForce = true;
      assertThatThrownBy(() -> file.append((byte) 2, new byte[100], true))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> file.append((byte) 3, new byte[1], true))
          .isInstanceOf(IOException.class);
      log.failForce = false;
      file.append((byte) 4, new byte[5], true);
    }
    assertThat(read()).containsExactly((byte) 1, (byte) 4);
  }
}
