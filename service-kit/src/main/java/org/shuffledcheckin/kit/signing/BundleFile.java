package org.shuffledcheckin.kit.signing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bundle in a file, read again when the file has changed: a new key is believed without a
 * restart. A file that is gone or broken changes nothing; what was read last stays in force. Safe
 * for use by several threads.
 */
public final class BundleFile {
  private static final Logger LOG = LoggerFactory.getLogger(BundleFile.class);

  private final Path file;
  private FileTime readAt;
  private VerifyingKeys keys;

  private BundleFile(Path file) throws IOException {
    this.file = file;
    this.readAt = Files.getLastModifiedTime(file);
    this.keys = VerifyingKeys.parse(Files.readString(file));
  }

  /**
   * Reads a bundle.
   *
   * @throws IllegalArgumentException that names the file, if it cannot be read or is none
   */
  public static BundleFile open(Path file) {
    try {
      return new BundleFile(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no bundle of an aggregator's keys can be read from %s (%s)"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Whether a key of the bundle, as it is now, signed the round. */
  public boolean verify(SignedRound round) {
    return current().verify(round);
  }

  /** The keys, as they are now. */
  public synchronized VerifyingKeys current() {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      if (!changed.equals(readAt)) {
        readAt = changed;
        keys = VerifyingKeys.parse(Files.readString(file));
        LOG.info("the aggregator's keys are now {}", keys.keys());
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the changed bundle {} cannot be used; the keys read before stay", file);
    }
    return keys;
  }
}
