package org.shuffledcheckin.shuffler.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.server.FatalError;

/**
 * What the shuffler takes from the machine it runs on.
 *
 * @param nanoTime a monotonic clock
 * @param freeDisk bytes that the disk still has
 * @param random cryptographic
 * @param fatal ends the process for an error that nobody can handle
 */
public record Platform(
    LongSupplier nanoTime, LongSupplier freeDisk, SecureRandom random, Consumer<Error> fatal) {
  /** A machine whose process ends for such an error. */
  public Platform(LongSupplier nanoTime, LongSupplier freeDisk, SecureRandom random) {
    this(nanoTime, freeDisk, random, FatalError::endProcess);
  }

  /** This machine, and the disk of the folder, which is made where there is none. */
  public static Platform of(Path data) {
    try {
      Files.createDirectories(data);
    } catch (IOException e) {
      throw new UncheckedIOException("data folder cannot be made: " + data, e);
    }
    // Asked through the folder each time: another disk may be mounted there later.
    return new Platform(System::nanoTime, () -> data.toFile().getUsableSpace(), new SecureRandom());
  }
}
