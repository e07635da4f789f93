package org.shuffledcheckin.kit.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner may read, from the moment they exist. */
final class PrivateFolder {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private PrivateFolder() {}

  static void create(Path folder) {
    try {
      Files.createDirectories(folder, mode("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException("folder cannot be made: " + folder, e);
    }
  }

  /** Replaces the file as a whole: nobody reads half a key. */
  static void write(Path file, String text) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      Path fresh = Files.createTempFile(parent, ".new", null, mode("rw-------"));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("file cannot be written: " + file, e);
    }
  }

  private static FileAttribute<?>[] mode(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
