package org.shuffledcheckin.aggregator.ledger;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
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

  // Not a FileChannel: an interrupt would close that in the middle of a line.
  private final RandomAccessFile file;
  private final RoundId.Run run;
  private long end;
  private Optional<Head> newest;

  private LedgerMark(RandomAccessFile file, RoundId.Run run, Optional<Head> newest)
      throws IOException {
    this.file = file;
    this.run = run;
    this.end = file.length();
    this.newest = newest;
  }

  /**
   * Opens the mark of a run, or begins it.
   *
   * @throws LedgerRefusal if the file holds the mark of another run or is damaged
   */
  public static LedgerMark open(Path path, RoundId.Run run) throws IOException {
    Optional<Head> newest = read(path, run);
    // Begins a fresh file with the newest line alone, so that it does not grow for ever.
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (RandomAccessFile out = new RandomAccessFile(fresh.toFile(), "rw")) {
      out.setLength(0);
      if (newest.isPresent()) {
        out.write(line(run, newest.get()));
      }
      out.getFD().sync();
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new LedgerMark(new RandomAccessFile(path.toFile(), "rw"), run, newest);
  }

  /** Reads the newest head of a run from its mark without changing anything; nothing if none. */
  public static Optional<Head> read(Path path, RoundId.Run run) throws IOException {
    if (Files.notExists(path)) {
      return Optional.empty();
    }
    String text = Files.readString(path, US_ASCII);
    int end = text.lastIndexOf('\n');
    if (end < 0) {
      return Optional.empty();
    }
    int start = text.lastIndexOf('\n', end - 1) + 1;
    return Optional.of(parse(path, text.substring(start, end), run));
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
    // What an earlier failure, such as a full disk, left half written is overwritten.
    file.setLength(end);
    file.seek(end);
    file.write(line(run, head));
    file.getFD().sync();
    end = file.getFilePointer();
    newest = Optional.of(head);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static byte[] line(RoundId.Run run, Head head) {
    return (run + " " + head.sequence() + " " + head.hash() + "\n").getBytes(US_ASCII);
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
