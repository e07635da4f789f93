package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final String PREFIX = "fleet-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "([1-9][0-9]{0,3})");

  /**
   * Takes the first free slot under a folder, until the process ends; makes it if there is none.
   *
   * @param first the lowest number of a slot there, from 1
   */
  public static FleetSlot takeAny(Path slots, int first) throws IOException {
    for (int number = first; number < first + MOST; number++) {
      Path folder = Files.createDirectories(slots.resolve(PREFIX + number));
      // Never given back: the lock ends with the process, however that ends.
      if (FolderLock.tryAcquire(folder).isPresent()) {
        return new FleetSlot(folder, number - 1);
      }
    }
    throw new IllegalArgumentException(slots + " has no free slot for a fleet");
  }

  /**
   * Takes one slot and no other, until the process ends.
   *
   * @throws IOException if another process has it
   */
  public static FleetSlot take(Path folder) throws IOException {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "a slot must be named fleet-1 to fleet-9999, got " + folder);
    }
    Files.createDirectories(folder);
    if (FolderLock.tryAcquire(folder).isEmpty()) {
      throw new IOException("another fleet has slot " + folder);
    }
    return new FleetSlot(folder, Integer.parseInt(name.group(1)) - 1);
  }

  /** Whether a fleet has taken this slot and nobody has given it tokens. */
  static boolean isWaiting(Path folder) {
    return FolderLock.wasTaken(folder) && Files.notExists(tokens(folder));
  }

  /** Whether a folder is named as a slot is. */
  static boolean isName(Path folder) {
    return NAME.matcher(folder.getFileName().toString()).matches();
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
