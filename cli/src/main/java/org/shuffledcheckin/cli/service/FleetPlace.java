package org.shuffledcheckin.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.shuffledcheckin.kit.files.FolderLock;

/**
 * A place of its own for a fleet among others: the tokens and the journal that belong together,
 * held by a lock for as long as the process lives. A fleet that is started anew takes a free place
 * up again where it was left, so that its clients neither draw twice nor forget what they spent.
 *
 * @param number from 0
 */
record FleetPlace(Path folder, int number) {
  private static final int MOST = 1000;

  /** Takes the first free place; makes it if there is none. */
  static FleetPlace take(Path places) throws IOException {
    for (int number = 0; number < MOST; number++) {
      FleetPlace place = new FleetPlace(places.resolve("fleet-" + (number + 1)), number);
      if (place.lock()) {
        return place;
      }
    }
    throw new IllegalArgumentException(places + " has no free place for a fleet");
  }

  /** What the place decides of the fleet's configuration. */
  Map<String, String> values() {
    return Map.of("token-file", tokens().toString(), "state", folder.resolve("state").toString());
  }

  /**
   * The same with the place's own records, known when its clients are.
   *
   * @throws IOException if nobody was enrolled for it yet
   */
  Map<String, String> enrolledValues() throws IOException {
    if (Files.notExists(tokens())) {
      throw new IOException("nobody was enrolled for place " + folder + " yet");
    }
    long clients;
    try (var lines = Files.lines(tokens())) {
      clients = lines.filter(line -> !line.isBlank()).count();
    }
    return Map.of(
        "token-file",
        tokens().toString(),
        "state",
        folder.resolve("state").toString(),
        "records.first",
        Long.toString(number * clients));
  }

  private Path tokens() {
    return folder.resolve("tokens");
  }

  /** The lock is never given back: it ends with the process, however that ends. */
  private boolean lock() throws IOException {
    Files.createDirectories(folder);
    return FolderLock.tryAcquire(folder).isPresent();
  }
}
