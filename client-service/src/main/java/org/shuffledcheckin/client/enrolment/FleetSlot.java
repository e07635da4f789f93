package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.shuffledcheckin.kit.files.FolderLock;

/**
 * A fleet's own folder among others: the tokens and the journal that belong together, held by a
 * lock for as long as the process lives. A fleet that is started anew takes a free slot up again
 * where it was left, so that its clients neither draw twice nor forget what they spent.
 *
 * @param number from 0
 */
public record FleetSlot(Path folder, int number) {
  private static final int MOST = 1000;
  private static final String TOKENS = "tokens";

  /** Takes the first free slot, until the process ends; makes it if there is none. */
  public static FleetSlot take(Path slots) throws IOException {
    for (int number = 0; number < MOST; number++) {
      Path folder = Files.createDirectories(slots.resolve("fleet-" + (number + 1)));
      // Never given back: the lock ends with the process, however that ends.
      if (FolderLock.tryAcquire(folder).isPresent()) {
        return new FleetSlot(folder, number);
      }
    }
    throw new IllegalArgumentException(slots + " has no free slot for a fleet");
  }

  /** The token file of a slot. */
  static Path tokens(Path folder) {
    return folder.resolve(TOKENS);
  }

  /** What the slot decides of the fleet's configuration. */
  public Map<String, String> values() {
    return Map.of(
        "token-file", tokens(folder).toString(), "state", folder.resolve("state").toString());
  }

  /**
   * The same with the slot's own records, known when its clients are.
   *
   * @throws IOException if nobody was enrolled for it yet
   */
  public Map<String, String> enrolledValues() throws IOException {
    if (Files.notExists(tokens(folder))) {
      throw new IOException("nobody was enrolled for slot " + folder + " yet");
    }
    try (Stream<String> lines = Files.lines(tokens(folder))) {
      long clients = lines.filter(line -> !line.isBlank()).count();
      Map<String, String> values = new HashMap<>(values());
      values.put("records.first", Long.toString(number * clients));
      return values;
    }
  }
}
