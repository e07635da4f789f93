package org.shuffledcheckin.client.enrolment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.FolderLock;
import org.shuffledcheckin.kit.files.OwnerOnly;

/**
 * Tokens on their way into a file: one a line, in hexadecimal, readable by their owner only. The
 * file appears as a whole when it is complete, and never replaces another: tokens are shown once.
 *
 * <p>Until then they are in a partial file beside it, from the moment they arrive and under a lock
 * that ends with the process. A process that is killed leaves it behind; whoever begins the same
 * file next finds in {@link #clients} whom it must revoke.
 */
public final class TokenFile implements AutoCloseable {
  private static final int NUMBER_DIGITS = 2 * Long.BYTES;
  private static final Pattern NAMED = Pattern.compile("[0-9a-f]{" + NUMBER_DIGITS + ",}");

  private final Path file;
  private final Path partial;
  private final FileChannel channel;
  private final List<Long> clients = new ArrayList<>();

  private TokenFile(Path file, Path partial, FileChannel channel) {
    this.file = file;
    this.partial = partial;
    this.channel = channel;
  }

  /** Begins a file; nothing is there under its name before {@link #complete}. */
  static TokenFile begin(Path file) throws IOException {
    requireNew(file);
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path partial = folder.resolve("." + file.getFileName() + ".partial");
    FileChannel channel =
        FileChannel.open(
            partial,
            EnumSet.of(
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OwnerOnly.file());
    try {
      if (!FolderLock.tryLock(channel)) {
        throw new EnrolmentUnderWayException(file);
      }
      // Whoever held the lock until now may have completed the file: then these are its tokens.
      requireNew(file);
      TokenFile begun = new TokenFile(file, partial, channel);
      begun.readLeftover();
      return begun;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void requireNew(Path file) {
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          file + " is there already; tokens are shown once, so it is never overwritten");
    }
  }

  /**
   * Takes every line that names its client; the last one may be cut off. Reads through the channel:
   * closing another one on the same file would give up the lock.
   */
  private void readLeftover() {
    new BufferedReader(Channels.newReader(channel, StandardCharsets.ISO_8859_1))
        .lines()
        .filter(NAMED.asMatchPredicate())
        .forEach(line -> clients.add(HexFormat.fromHexDigitsToLong(line, 0, NUMBER_DIGITS)));
  }

  void add(List<byte[]> tokens) {
    StringBuilder lines = new StringBuilder();
    for (byte[] token : tokens) {
      lines.append(HexFormat.of().formatHex(token)).append('\n');
      clients.add(number(token));
    }
    try {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(lines.toString());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("tokens cannot be written: " + file, e);
    }
  }

  /** Makes the file durable under its name. */
  void complete() throws IOException {
    channel.force(true);
    Files.move(partial, file);
    Disk.SYSTEM.syncFolder(file.toAbsolutePath().getParent());
  }

  /** The clients whose tokens were added, by this process or by one that was killed. */
  List<Long> clients() {
    return List.copyOf(clients);
  }

  /** Forgets all of them, when they are revoked. */
  void clear() throws IOException {
    channel.truncate(0);
    clients.clear();
  }

  /** Leaves nothing behind but clients that still have to be revoked, for the next attempt. */
  @Override
  public void close() throws IOException {
    try (channel) {
      if (clients.isEmpty()) {
        Files.deleteIfExists(partial);
      }
    }
  }

  /** The numbers of the clients in a file. */
  public static List<Long> read(Path file) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
      if (!line.isBlank()) {
        numbers.add(number(parse(file, numbers.size() + 1, line.strip())));
      }
    }
    return numbers;
  }

  private static byte[] parse(Path file, int number, String line) {
    try {
      byte[] token = HexFormat.of().parseHex(line);
      if (token.length > Long.BYTES) {
        return token;
      }
    } catch (IllegalArgumentException e) {
      // Refused below; what is on the line stays out of the sentence.
    }
    throw new IllegalArgumentException(
        "%s must hold tokens in hexadecimal, one a line, but token %d is none"
            .formatted(file, number));
  }

  private static long number(byte[] token) {
    return ByteBuffer.wrap(token).getLong();
  }
}
