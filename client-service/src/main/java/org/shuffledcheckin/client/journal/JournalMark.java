package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try {
      long newest = Mark.read(path).map(Long::parseLong).orElse(0L);
      return new JournalMark(Mark.open(disk, path), newest);
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
