package org.shuffledcheckin.kit.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.files.OwnerOnly;

/** Files that only their owner may read, from the moment they exist. */
final class PrivateFolder {
  private PrivateFolder() {}

  static void create(Path folder) {
    try {
      OwnerOnly.createFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("folder cannot be made: " + folder, e);
    }
  }

  /** Replaces the file as a whole: nobody reads half a key. */
  static void write(Path file, String text) {
    try {
      AtomicFile.replacePrivately(file, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("file cannot be written: " + file, e);
    }
  }
}
