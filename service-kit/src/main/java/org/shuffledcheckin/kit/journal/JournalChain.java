package org.shuffledcheckin.kit.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shuffledcheckin.kit.round.Digest;

/**
 * Follows a journal from its first entry. An entry that was altered, left out, moved or put in
 * between is found; that the newest ones were cut off is not, unless somebody remembers a head.
 */
public final class JournalChain {
  private Digest head = JournalEntry.GENESIS;
  private long sequence;

  /**
   * Takes the next entry.
   *
   * @throws JournalRefusal if it does not follow
   */
  public void follow(JournalEntry entry) {
    if (entry.sequence() != sequence + 1) {
      throw new JournalRefusal(
          "The journal is broken: after entry %d comes entry %d."
              .formatted(sequence, entry.sequence()));
    }
    if (!JournalEntry.after(head, entry.sequence(), entry.text()).equals(entry)) {
      throw new JournalRefusal(
          "The journal is broken: entry %d is not what was written, or what stood before it."
              .formatted(entry.sequence()));
    }
    head = entry.head();
    sequence = entry.sequence();
  }

  /** The head after the entries so far. */
  public Digest head() {
    return head;
  }

  /** How many entries there were so far. */
  public long sequence() {
    return sequence;
  }

  /** What a file holds, line by line. A last line that a crash cut short is left out. */
  public static List<JournalEntry> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(JournalEntry::parse).toList();
  }
}
