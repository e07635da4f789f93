package org.shuffledcheckin.kit.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Replaces files as a whole. Guarantees that whoever reads the name, even after a crash, finds the
 * old content or the new one, never a part; and that the new one is durable on return.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** Replaces a file that others may read. */
  public static void replace(Path file, byte[] content) throws IOException {
    replace(Disk.SYSTEM, file, content);
  }

  /** The same on a given disk. */
  public static void replace(Disk disk, Path file, byte[] content) throws IOException {
    write(disk, file.resolveSibling(file.getFileName() + ".new"), file, content);
  }

  /** Replaces a file that only its owner may read. */
  public static void replacePrivately(Path file, byte[] content) throws IOException {
    Path fresh = Files.createTempFile(folder(file), ".new", null, OwnerOnly.file());
    write(Disk.SYSTEM, fresh, file, content);
  }

  /** Gives a file that is complete and synced its name, durably. */
  public static void rename(Path complete, Path file) throws IOException {
    rename(Disk.SYSTEM, complete, file);
  }

  /** The same on a given disk. */
  public static void rename(Disk disk, Path complete, Path file) throws IOException {
    disk.rename(complete, file);
    disk.syncFolder(folder(file));
  }

  private static void write(Disk disk, Path fresh, Path file, byte[] content) throws IOException {
    try {
      try (Disk.Output out = disk.open(fresh)) {
        out.truncate(0);
        out.write(ByteBuffer.wrap(content), 0);
        out.sync();
      }
      rename(disk, fresh, file);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
  }

  private static Path folder(Path file) {
    return file.toAbsolutePath().getParent();
  }
}
