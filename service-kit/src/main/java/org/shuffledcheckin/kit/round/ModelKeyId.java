package org.shuffledcheckin.kit.round;

import java.nio.ByteBuffer;

/**
 * Names the key under which a model travels, without telling it.
 *
 * @param value the first eight bytes of a hash of the key
 */
public record ModelKeyId(long value) {
  /** Length of a name on the wire. */
  public static final int BYTES = Long.BYTES;

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException if it is of another length
   */
  public static ModelKeyId of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "the name of a model key must have %d bytes but has %d".formatted(BYTES, bytes.length));
    }
    return new ModelKeyId(ByteBuffer.wrap(bytes).getLong());
  }

  /** The name as it travels. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(value).array();
  }

  @Override
  public String toString() {
    return "%016x".formatted(value);
  }
}
