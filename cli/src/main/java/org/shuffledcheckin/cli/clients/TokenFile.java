package org.shuffledcheckin.cli.clients;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Tokens on their way into a file: one a line, in hexadecimal, readable by their owner only. The
 * file appears as a whole when it is complete, and never replaces another: tokens are shown once.
 */
final class TokenFile implements AutoCloseable {
  private final Path file;
  private final Path partial;
  private final FileChannel channel;
  private final BufferedWriter writer;
  private final List<Long> clients = new ArrayList<>();

  private TokenFile(Path file, Path partial, FileChannel channel) {
    this.file = file;
    this.partial = partial;
    this.channel = channel;
    this.writer = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.US_ASCII));
  }

  /** Begins a file; nothing is there under its name before {@link #complete}. */
  static TokenFile begin(Path file) throws IOException {
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          file + " is there already; tokens are shown once, so it is never overwritten");
    }
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path partial = folder.resolve("." + file.getFileName() + ".partial");
    // What an earlier attempt left: its clients were revoked, or it was killed.
    Files.deleteIfExists(partial);
    FileChannel channel =
        FileChannel.open(
            partial,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownerOnly());
    return new TokenFile(file, partial, channel);
  }

  void add(List<byte[]> tokens) {
    try {
      for (byte[] token : tokens) {
        writer.write(HexFormat.of().formatHex(token));
        writer.newLine();
        clients.add(number(token));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("tokens cannot be written: " + file, e);
    }
  }

  /** Makes the file durable under its name. */
  void complete() throws IOException {
    writer.flush();
    channel.force(true);
    Files.move(partial, file);
  }

  /** The clients whose tokens were added. */
  List<Long> clients() {
    return List.copyOf(clients);
  }

  /** Leaves nothing half-written behind. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(partial);
  }

  /** The numbers of the clients in a file. */
  static List<Long> read(Path file) throws IOException {
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

  private static FileAttribute<?>[] ownerOnly() {
    Set<String> views = FileSystems.getDefault().supportedFileAttributeViews();
    return views.contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
