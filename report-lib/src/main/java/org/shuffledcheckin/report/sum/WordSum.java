package org.shuffledcheckin.report.sum;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;

/**
 * A sum of vectors of 32-bit words, modulo 2^32. As bytes, vectors are little-endian.
 *
 * <p>Guarantees the exact sum, whatever the order. Does not know how many vectors are in it, nor
 * whether the sum of what they stand for left the range of a word. Not safe for several threads.
 */
public final class WordSum {
  private static final int CHUNK = 1024;

  private final int[] words;
  private final int[] chunk = new int[CHUNK];

  /** Starts at zero. */
  public WordSum(int dimension) {
    Arguments.requireAtLeast("dimension", dimension, 1);
    words = new int[dimension];
  }

  /** How many words a vector has. */
  public int dimension() {
    return words.length;
  }

  /** How many bytes a vector has. */
  public int bytes() {
    return words.length * Integer.BYTES;
  }

  /** Adds the vector that begins at the offset. */
  public void add(byte[] source, int offset) {
    Objects.checkFromIndexSize(offset, bytes(), source.length);
    add(ByteBuffer.wrap(source, offset, bytes()));
  }

  /**
   * Adds the vector between the buffer's position and limit, which do not move.
   *
   * @throws IllegalArgumentException if it has another length; nothing is added then
   */
  public void add(ByteBuffer source) {
    if (source.remaining() != bytes()) {
      throw new IllegalArgumentException(
          "vector must have " + bytes() + " bytes but has " + source.remaining());
    }
    var view = source.duplicate().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int from = 0; from < words.length; from += CHUNK) {
      int count = Math.min(CHUNK, words.length - from);
      view.get(chunk, 0, count);
      add(chunk, from, count);
    }
  }

  /** Adds another sum. */
  public void add(WordSum other) {
    if (other.words.length != words.length) {
      throw new IllegalArgumentException(
          "sum must have dimension " + words.length + " but has " + other.words.length);
    }
    add(other.words, 0, words.length);
  }

  // A loop over plain arrays, which the compiler turns into vector instructions.
  void add(int[] values, int from, int count) {
    for (int i = 0; i < count; i++) {
      words[from + i] += values[i];
    }
  }

  /** The sum as bytes. */
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  /** The sum's words as signed numbers, from -2^31 to 2^31 - 1. */
  public long[] signed() {
    long[] signed = new long[words.length];
    for (int i = 0; i < signed.length; i++) {
      signed[i] = words[i];
    }
    return signed;
  }
}
