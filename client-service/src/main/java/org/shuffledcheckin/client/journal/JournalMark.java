package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.Mark;

/**
 * Remembers outside the journal how many rounds it has recorded, so that a journal restored from an
 * older copy is noticed. It only grows, and is durable before a round's draws are acted on. Does
 * not help against somebody who restores both; the shuffler's refusal of a second answer does.
 */
final class JournalMark implements Closeable {
  private final Mark mark;
  private long newest;

  private JournalMark(Mark mark, long newest) {
    this.mark = mark;
    this.newest = newest;
  }

  /**
   * Opens a mark, or begins one.
   *
   * @throws IOException if the file cannot be used or is no mark
   */
  static JournalMark open(Disk disk, Path path) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    long newest = read(path).orElse(0L);
    return new JournalMark(Mark.open(disk, path), newest);
  }

  /**
   * Makes sure that a journal is not older than its mark, and that there is one: without it, an
   * older copy could not be noticed. An empty mark may stand beside one round, since the journal is
   * written first.
   *
   * @param journal its folder
   * @param rounds how many it has recorded
   * @throws IOException with a sentence that says what to do
   */
  static void requireFor(Path path, Path journal, long rounds) throws IOException {
    Optional<Long> seen = read(path);
    boolean missing = Files.notExists(path);
    if (seen.isEmpty() && rounds > (missing ? 0 : 1)) {
      throw new IOException(
          "the mark %s is %s, so an older copy of the journal in %s could not be noticed; put the mark back, or, if it is lost and you know that the journal is the newest there was, say so by writing its rounds into the mark: echo %d >%s"
              .formatted(path, missing ? "missing" : "empty", journal, rounds, path));
    }
    if (rounds < seen.orElse(0L)) {
      throw new IOException(
          "the journal in %s was replaced by an older copy: it has %d rounds, its mark %s has seen %d; put the newer journal back, or, if it is lost, enrol the clients anew and remove the mark"
              .formatted(journal, rounds, path, seen.get()));
    }
  }

  private static Optional<Long> read(Path path) throws IOException {
    try {
      return Mark.read(path).map(Long::valueOf);
    } catch (NumberFormatException e) {
      throw new IOException(path + " is not a readable journal mark", e);
    }
  }

  /** How many rounds were ever recorded. */
  long newest() {
    return newest;
  }

  /** Remembers, durably before it returns, that so many rounds were recorded. */
  void advance(long rounds) throws IOException {
    mark.advance(Long.toString(rounds));
    newest = rounds;
  }

  @Override
  public void close() throws IOException {
    mark.close();
  }
}
