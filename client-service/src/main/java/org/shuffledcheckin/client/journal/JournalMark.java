package org.shuffledcheckin.client.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Remembers outside the journal how many rounds it has recorded, so that a journal restored from an
 * older copy is noticed. It only grows, and is durable before a round's draws are acted on. Does
 * not help against somebody who restores both; the shuffler's refusal of a second answer does.
 */
final class JournalMark implements Closeable {
  private static final long REWRITE_ABOVE_BYTES = 1 << 16;

  // Not a FileChannel: an interrupt would close that in the middle of a line.
  private final RandomAccessFile file;
  private long end;
  private long newest;

  private JournalMark(RandomAccessFile file, long newest) throws IOException {
    this.file = file;
    this.end = wholeLines(file);
    this.newest = newest;
  }

  /** Where a line that a crash cut short begins, or the end of the file. */
  private static long wholeLines(RandomAccessFile file) throws IOException {
    byte[] content = new byte[Math.toIntExact(file.length())];
    file.readFully(content);
    int end = content.length;
    while (end > 0 && content[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /**
   * Opens a mark, or begins one.
   *
   * @throws IOException if the file cannot be used or is no mark
   */
  static JournalMark open(Path path) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    long newest = read(path);
    if (Files.exists(path) && Files.size(path) > REWRITE_ABOVE_BYTES) {
      rewrite(path, newest);
    }
    return new JournalMark(new RandomAccessFile(path.toFile(), "rw"), newest);
  }

  /** Begins a fresh file with the newest line alone, so that it does not grow for ever. */
  private static void rewrite(Path path, long newest) throws IOException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try (RandomAccessFile out = new RandomAccessFile(fresh.toFile(), "rw")) {
      out.setLength(0);
      out.write(line(newest));
      out.getFD().sync();
    }
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** How many rounds were ever recorded. */
  long newest() {
    return newest;
  }

  /** Remembers, durably before it returns, that so many rounds were recorded. */
  void advance(long rounds) throws IOException {
    // What an earlier failure, such as a full disk, left half written is overwritten.
    file.setLength(end);
    file.seek(end);
    file.write(line(rounds));
    file.getFD().sync();
    end = file.getFilePointer();
    newest = rounds;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** The newest whole line; one that a crash cut short was of a round that was not acted on. */
  private static long read(Path path) throws IOException {
    if (Files.notExists(path)) {
      return 0;
    }
    String text = Files.readString(path, US_ASCII);
    int end = text.lastIndexOf('\n');
    String line =
        text.substring(text.lastIndexOf('\n', Math.max(0, end - 1)) + 1, Math.max(0, end));
    try {
      return end <= 0 ? 0 : Long.parseLong(line);
    } catch (NumberFormatException e) {
      throw new IOException(path + " is not a readable journal mark", e);
    }
  }

  private static byte[] line(long rounds) {
    return (rounds + "\n").getBytes(US_ASCII);
  }
}
