package org.shuffledcheckin.learning.data;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Fetches a package with the user's own npm, from wherever that is configured to fetch. */
final class NpmPackage {
  private static final long TIMEOUT_SECONDS = 120;

  private NpmPackage() {}

  /** Returns the packed archive in {@code folder}, or nothing where npm is absent or fails. */
  static Optional<Path> fetch(String name, Path folder, ProgressListener listener)
      throws IOException {
    File output = folder.resolve("npm.log").toFile();
    Process process;
    try {
      process =
          new ProcessBuilder(command(), "pack", name, "--pack-destination", folder.toString())
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
    } catch (IOException e) {
      listener.note("npm is not installed here, so that it cannot give " + name);
      return Optional.empty();
    }
    if (!succeeds(process)) {
      listener.note("npm does not give " + name);
      return Optional.empty();
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tgz")).findFirst();
    }
  }

  private static boolean succeeds(Process process) throws IOException {
    try {
      process.getOutputStream().close();
      return process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("npm was interrupted");
    } finally {
      process.destroy();
    }
  }

  private static String command() {
    return File.separatorChar == '\\' ? "npm.cmd" : "npm";
  }
}
