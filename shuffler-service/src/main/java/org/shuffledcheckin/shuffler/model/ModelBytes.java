package org.shuffledcheckin.shuffler.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A model's bytes, shared by everyone who downloads it: small ones in memory, big ones mapped. */
public final class ModelBytes {
  /** The model without bytes. */
  public static final ModelBytes EMPTY = new ModelBytes(ByteBuffer.allocate(0));

  private static final long IN_MEMORY = 32 << 20;

  private final ByteBuffer bytes;

  private ModelBytes(ByteBuffer bytes) {
    this.bytes = bytes.asReadOnlyBuffer();
  }

  static ModelBytes load(Path file) throws IOException {
    if (Files.size(file) <= IN_MEMORY) {
      return new ModelBytes(ByteBuffer.wrap(Files.readAllBytes(file)));
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new ModelBytes(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
  }

  /** How many bytes. */
  public int length() {
    return bytes.capacity();
  }

  /** A read-only view of at most so many bytes. */
  public ByteBuffer slice(int offset, int atMost) {
    return bytes.slice(offset, Math.min(atMost, bytes.capacity() - offset));
  }
}
