package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One file of a published data set.
 *
 * @param name its name without {@code .gz}
 * @param sha256 checksum of its content, decompressed
 */
record PublishedFile(String name, String sha256) {
  /** Finds the file in a folder, compressed or not. */
  Optional<Path> in(Path folder) {
    return List.of(folder.resolve(name), folder.resolve(name + ".gz")).stream()
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Refuses a file whose content is not the published one. */
  void verify(Path file) throws IOException {
    String found = DataFile.sha256(DataFile.content(file));
    if (!found.equals(sha256)) {
      throw new DataFormatException(
          "%s: sha256 of the content must be %s, got %s".formatted(file, sha256, found));
    }
  }
}
