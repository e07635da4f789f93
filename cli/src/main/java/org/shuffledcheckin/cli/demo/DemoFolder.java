package org.shuffledcheckin.cli.demo;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.OutOption;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.loadtest.demo.DemoPlan;
import org.shuffledcheckin.loadtest.local.SystemFolder;

/**
 * The folder of one run: results at the top, each service's state below {@code state}.
 *
 * @param path of the folder
 */
record DemoFolder(Path path) {
  /** The folder a user named, or one named by the time. */
  static DemoFolder fresh(OutOption out) {
    DemoFolder folder = new DemoFolder(out.orByTheTime("demo"));
    if (Files.exists(folder.path().resolve(DemoPlan.FILE))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder.path()
              + " holds a run already: go on with --resume "
              + folder.path()
              + ", or name another --out");
    }
    return folder;
  }

  /** Refuses a place where nothing can be written, before work is put into it. */
  void requireWritable() {
    Path there = path.toAbsolutePath().normalize();
    while (Files.notExists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "cannot write into "
              + there
              + (Files.isDirectory(there) ? ": no permission" : ": it is no folder")
              + "; name a folder of your own with --out");
    }
  }

  /** Makes the folder; one named by the time gets a number if another demo was as quick. */
  DemoFolder claim(boolean mayBeRenamed) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      if (mayBeRenamed) {
        return new DemoFolder(firstFree());
      }
      Files.createDirectories(path);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + path + ": " + e.getMessage(), e);
    }
  }

  private Path firstFree() throws IOException {
    Path candidate = path;
    for (int number = 2; !made(candidate); number++) {
      candidate = path.resolveSibling(path.getFileName() + "-" + number);
    }
    return candidate;
  }

  private static boolean made(Path candidate) throws IOException {
    try {
      Files.createDirectory(candidate);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Keeps other demos out of the folder until it is closed. */
  Closeable lock() throws IOException {
    Path state = Files.createDirectories(path.resolve("state"));
    return FolderLock.tryAcquire(state)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "another demo is using "
                        + path
                        + ": wait for its end, or stop it with Ctrl-C first"));
  }

  /** Where each service's state lies. */
  SystemFolder system() {
    return new SystemFolder(path);
  }
}
