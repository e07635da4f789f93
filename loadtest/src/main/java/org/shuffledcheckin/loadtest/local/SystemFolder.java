package org.shuffledcheckin.loadtest.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.kit.files.AtomicFile;

/**
 * The folder of one run on this machine: results at the top, each service's state below {@code
 * state}.
 *
 * @param path of the folder
 */
public record SystemFolder(Path path) {
  /** Certificates and keys. */
  public Path keys() {
    return path.resolve("state/keys");
  }

  /** The clients' enrolment tokens. */
  public Path tokens() {
    return path.resolve("state/fleet/tokens");
  }

  /** The token of the aggregator's operator. */
  public Path operatorToken() {
    return keys().resolve("aggregator.token");
  }

  /** The fleet's journal. */
  public Path fleet() {
    return path.resolve("state/fleet");
  }

  /** The shuffler's store. */
  public Path shuffler() {
    return path.resolve("state/shuffler");
  }

  /** The aggregator's store. */
  public Path aggregator() {
    return path.resolve("state/aggregator");
  }

  /** Writes a file that only its owner may read. */
  public void writeSecret(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      AtomicFile.replacePrivately(file, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + path + ": " + e.getMessage(), e);
    }
  }
}
