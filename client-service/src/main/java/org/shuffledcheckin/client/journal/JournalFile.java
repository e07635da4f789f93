package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.shuffledcheckin.kit.files.Disk;

/**
 * A file of checksummed frames. Guarantees that a frame whose durable append returned is read back
 * after any crash, and that a frame cut short by a crash is dropped whole. Damage before the end of
 * the file is an error and never skipped: what follows it may be charges.
 */
final class JournalFile implements Closeable {
  /** Takes frames as they are read back. */
  interface FrameReader {
    void read(byte type, ByteBuffer payload) throws IOException;
  }

  private static final int MAGIC = 0x43494a31;
  private static final int HEADER_BYTES = 9;
  private static final int TRAILER_BYTES = 4;

  private final Disk.Output log;
  private long length;
  private boolean clean = true;

  private JournalFile(Disk.Output log, long length) {
    this.log = log;
    this.length = length;
  }

  /** Reads what a file holds, cuts a torn tail and leaves it open for appending. */
  static JournalFile open(Disk disk, Path path, FrameReader reader) throws IOException {
    Disk.Output log = disk.open(path);
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(path));
    int end = 0;
    while (isFrame(content, end)) {
      ByteBuffer payload = content.slice(end + HEADER_BYTES, content.getInt(end + 5));
      reader.read(content.get(end + 4), payload);
      end += frameBytes(payload.capacity());
    }
    for (int later = end + 1; later < content.capacity(); later++) {
      if (isFrame(content, later)) {
        log.close();
        throw new IOException(
            "journal " + path.getFileName() + " is damaged at byte " + end + " of its middle");
      }
    }
    JournalFile file = new JournalFile(log, end);
    if (end < content.capacity()) {
      log.truncate(end);
      log.sync();
    }
    return file;
  }

  /** Appends a frame; if durable, returns only when it is on stable storage. */
  void append(byte type, byte[] payload, boolean durable) throws IOException {
    repair();
    ByteBuffer frame = ByteBuffer.allocate(frameBytes(payload.length));
    frame.putInt(MAGIC).put(type).putInt(payload.length).put(payload);
    frame.putInt(checksum(frame, 0, payload.length)).flip();
    int bytes = frame.remaining();
    clean = false;
    log.write(frame, length);
    if (durable) {
      log.sync();
    }
    clean = true;
    length += bytes;
  }

  /** Returns only when all frames are on stable storage. */
  void sync() throws IOException {
    log.sync();
  }

  long length() {
    return length;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  /** Takes back what a failed append may have left, before anything is written after it. */
  private void repair() throws IOException {
    if (!clean) {
      log.truncate(length);
      log.sync();
      clean = true;
    }
  }

  private static int frameBytes(int payload) {
    return HEADER_BYTES + payload + TRAILER_BYTES;
  }

  private static boolean isFrame(ByteBuffer content, int at) {
    if (content.capacity() - at < HEADER_BYTES + TRAILER_BYTES || content.getInt(at) != MAGIC) {
      return false;
    }
    int payload = content.getInt(at + 5);
    boolean fits = payload >= 0 && payload <= content.capacity() - at - frameBytes(0);
    return fits && content.getInt(at + HEADER_BYTES + payload) == checksum(content, at, payload);
  }

  private static int checksum(ByteBuffer buffer, int at, int payload) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), buffer.arrayOffset() + at + 4, HEADER_BYTES - 4 + payload);
    return (int) crc.getValue();
  }
}
