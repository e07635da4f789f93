package org.shuffledcheckin.kit.files;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Remembers the head of a store in a file outside it, so that a store restored from an older copy
 * is noticed. Each head is a line, appended and durable before {@link #advance} returns; a line
 * that a crash cut short was of a head that nobody acted on, and is ignored. Does not help against
 * somebody who restores both.
 */
public final class Mark implements Closeable {
  private final Disk.Output file;
  private long end;

  private Mark(Disk.Output file, long end) {
    this.file = file;
    this.end = end;
  }

  /** Opens a mark, or begins one. */
  public static Mark open(Path path) throws IOException {
    return open(Disk.SYSTEM, path);
  }

  /** The same on a given disk. */
  public static Mark open(Disk disk, Path path) throws IOException {
    byte[] content = read(path).map(Mark::line).orElseGet(() -> new byte[0]);
    // Begins afresh with the newest line alone, so that it does not grow for ever.
    AtomicFile.replace(disk, path, content);
    return new Mark(disk.open(path), content.length);
  }

  /** Reads the newest head and changes nothing; nothing before the first. */
  public static Optional<String> read(Path path) throws IOException {
    if (Files.notExists(path)) {
      return Optional.empty();
    }
    String text = Files.readString(path, US_ASCII);
    int end = text.lastIndexOf('\n');
    return end < 0
        ? Optional.empty()
        : Optional.of(text.substring(text.lastIndexOf('\n', end - 1) + 1, end));
  }

  /** Remembers a head, a line of ASCII, durably before it returns. */
  public void advance(String head) throws IOException {
    byte[] line = line(head);
    // What an earlier failure, such as a full disk, left half written is overwritten.
    file.truncate(end);
    file.write(ByteBuffer.wrap(line), end);
    file.sync();
    end += line.length;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static byte[] line(String head) {
    return (head + "\n").getBytes(US_ASCII);
  }
}
