package org.shuffledcheckin.aggregator.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.Mark;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Remembers the newest ledger head in a file outside the database, so that a database restored from
 * an older copy is noticed. It only grows: each head is appended and forced to disk before the
 * round it pays for is announced. A line that a crash cut short is ignored, which is safe because
 * the round of that line was not announced. Does not help against somebody who restores both; the
 * shuffler's witness does.
 */
public final class LedgerMark implements AutoCloseable {
  private static final int LINE_PARTS = 3;

  private final Mark mark;
  private final RoundId.Run run;
  private Optional<Head> newest;

  private LedgerMark(Mark mark, RoundId.Run run, Optional<Head> newest) {
    this.mark = mark;
    this.run = run;
    this.newest = newest;
  }

  /**
   * Opens the mark of a run, or begins it.
   *
   * @throws LedgerRefusal if the file holds the mark of another run or is damaged
   */
  public static LedgerMark open(Path path, RoundId.Run run) throws IOException {
    return open(Disk.SYSTEM, path, run);
  }

  /** The same on a given disk. */
  public static LedgerMark open(Disk disk, Path path, RoundId.Run run) throws IOException {
    Optional<Head> newest = read(path, run);
    return new LedgerMark(Mark.open(disk, path), run, newest);
  }

  /**
   * Makes sure that a ledger has a mark: without one, a rolled-back ledger could not be noticed. An
   * empty mark may stand beside one entry, since the ledger is written first.
   *
   * @param entries how many the ledger has, or at least 2 if it has more
   * @throws LedgerRefusal if the mark is missing or empty beside a ledger that has been in use
   */
  public static void requireFor(Path path, RoundId.Run run, int entries) throws IOException {
    boolean missing = Files.notExists(path);
    if (read(path, run).isEmpty() && entries > (missing ? 0 : 1)) {
      throw new LedgerRefusal(
          "The ledger mark "
              + path
              + " is "
              + (missing ? "missing" : "empty")
              + ", so a rolled-back ledger could not be noticed. Put the file back; or, if it is lost"
              + " and you know that nobody restored an older database, say so with 'checkin ledger"
              + " accept'.");
    }
  }

  /** Reads the newest head of a run from its mark without changing anything; nothing if none. */
  public static Optional<Head> read(Path path, RoundId.Run run) throws IOException {
    return Mark.read(path).map(line -> parse(path, line, run));
  }

  /** The newest head that was remembered; nothing before the first. */
  public Optional<Head> newest() {
    return newest;
  }

  /**
   * Remembers a head durably before it returns.
   *
   * @throws IllegalArgumentException if it is not beyond the newest one
   */
  public void advance(Head head) throws IOException {
    if (newest.isPresent() && head.sequence() <= newest.get().sequence()) {
      throw new IllegalArgumentException(
          "mark must grow beyond " + newest.get().sequence() + " but got " + head.sequence());
    }
    mark.advance(run + " " + head.sequence() + " " + head.hash());
    newest = Optional.of(head);
  }

  @Override
  public void close() throws IOException {
    mark.close();
  }

  private static Head parse(Path path, String line, RoundId.Run run) {
    String[] parts = line.split(" ", -1);
    try {
      if (parts.length == LINE_PARTS) {
        RoundId.Run owner = RoundId.Run.fromHex(parts[0]);
        Head head = new Head(Long.parseLong(parts[1]), Digest.fromHex(parts[2]));
        if (owner.equals(run)) {
          return head;
        }
        throw new LedgerRefusal(
            path + " is the ledger mark of run " + owner + ", not of run " + run + ".");
      }
    } catch (IllegalArgumentException e) {
      throw new LedgerRefusal(path + " is not a readable ledger mark.", e);
    }
    throw new LedgerRefusal(path + " is not a readable ledger mark.");
  }
}
