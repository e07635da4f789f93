package org.shuffledcheckin.kit.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The operating system's files. */
final class SystemDisk implements Disk {
  @Override
  public Output open(Path file) throws IOException {
    return new SystemOutput(new RandomAccessFile(file.toFile(), "rw"));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void syncFolder(Path folder) throws IOException {
    // Elsewhere a folder cannot be opened, and names are the file system's own business.
    if (OwnerOnly.POSIX) {
      boolean interrupted = false;
      while (!isSynced(folder)) {
        interrupted = Thread.interrupted();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** An interrupt closes a channel, and a folder can be synced through nothing else. */
  private static boolean isSynced(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      return false;
    }
  }

  /** Not on a FileChannel: an interrupt would close that in the middle of a line. */
  private record SystemOutput(RandomAccessFile file) implements Output {
    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      file.seek(position);
      file.write(all);
    }

    @Override
    public void truncate(long length) throws IOException {
      file.setLength(length);
    }

    @Override
    public void sync() throws IOException {
      file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
