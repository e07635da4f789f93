package org.shuffledcheckin.kit.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** What only its owner may read, from the moment it exists; where files have no modes, anyone. */
public final class OwnerOnly {
  static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private OwnerOnly() {}

  /** What a new file is created with. */
  public static FileAttribute<?>[] file() {
    return mode("rw-------");
  }

  /** Makes a folder and what is missing above it; one that is there stays as it is. */
  public static void createFolder(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      Files.createDirectories(folder, mode("rwx------"));
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
