package org.shuffledcheckin.client.coin;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/** Words of a stream that is read in large blocks: the same words in the same order, faster. */
final class BlockWords implements RandomGenerator {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK_BYTES = 8192;

  private final RandomGenerator stream;
  private final byte[] block = new byte[BLOCK_BYTES];
  private int position = BLOCK_BYTES;

  BlockWords(RandomGenerator stream) {
    this.stream = stream;
  }

  @Override
  public long nextLong() {
    if (position == BLOCK_BYTES) {
      stream.nextBytes(block);
      position = 0;
    }
    long word = (long) WORDS.get(block, position);
    position += Long.BYTES;
    return word;
  }
}
