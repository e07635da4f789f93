package org.shuffledcheckin.integration.containers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/**
 * A folder to mount into containers, with the library that moves their wall clocks ({@code
 * clock.c}) and by how much.
 */
final class MovableClock {
  private final Path folder;

  /** Compiles the library into a new folder and leaves the clocks as they are. */
  MovableClock(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    Files.createDirectories(folder);
    // Read by the containers' own user.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    compile();
    moveBy(Duration.ZERO);
  }

  Path folder() {
    return folder;
  }

  /** Moves the clocks, at once, to so much from the real time. */
  void moveBy(Duration offset) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    bytes.putLong(offset.toSeconds()).flip();
    // In place: the containers have the file's page in their memory.
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("offset"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(bytes, 0);
    }
  }

  private void compile() throws IOException, InterruptedException {
    Path source = FaultsIT.resource("clock.c");
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(
                  "gcc",
                  "-shared",
                  "-fPIC",
                  "-O2",
                  "-o",
                  folder.resolve("clock.so").toString(),
                  source.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new AssertionError(
          "The library that moves clocks needs a C compiler: apt-get install gcc libc6-dev", e);
    }
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (compiler.waitFor() != 0) {
      throw new AssertionError("clock.c does not compile: " + said);
    }
  }
}
