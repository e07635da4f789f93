package org.shuffledcheckin.shuffler.enrolment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.shuffledcheckin.kit.round.Digest;

/**
 * 1,024 clients that lie together: hashes of their secrets, and which are not revoked. Immutable.
 */
final class ClientPage {
  static final int CLIENTS = 1024;
  static final int WORDS = CLIENTS / Long.SIZE;
  static final ClientPage EMPTY = new ClientPage(0, new long[WORDS], new byte[0]);

  private final int used;
  private final long[] active;
  private final byte[] hashes;

  private ClientPage(int used, long[] active, byte[] hashes) {
    this.used = used;
    this.active = active;
    this.hashes = hashes;
  }

  static ClientPage decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int used = buffer.getInt();
    long[] active = new long[WORDS];
    buffer.asLongBuffer().get(active);
    return new ClientPage(
        used, active, Arrays.copyOfRange(bytes, Integer.BYTES + CLIENTS / 8, bytes.length));
  }

  byte[] encode() {
    ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES + CLIENTS / 8 + hashes.length);
    buffer.putInt(used);
    for (long word : active) {
      buffer.putLong(word);
    }
    return buffer.put(hashes).array();
  }

  int used() {
    return used;
  }

  long word(int index) {
    return active[index];
  }

  boolean isActive(int client) {
    return (active[client / Long.SIZE] & bit(client)) != 0;
  }

  byte[] hash(int client) {
    return Arrays.copyOfRange(hashes, client * Digest.BYTES, (client + 1) * Digest.BYTES);
  }

  /** With more clients at its end, all of them active. */
  ClientPage plus(byte[] moreHashes) {
    int count = moreHashes.length / Digest.BYTES;
    byte[] joined = Arrays.copyOf(hashes, hashes.length + moreHashes.length);
    System.arraycopy(moreHashes, 0, joined, hashes.length, moreHashes.length);
    long[] marks = active.clone();
    for (int client = used; client < used + count; client++) {
      marks[client / Long.SIZE] |= bit(client);
    }
    return new ClientPage(used + count, marks, joined);
  }

  ClientPage without(int client) {
    long[] marks = active.clone();
    marks[client / Long.SIZE] &= ~bit(client);
    return new ClientPage(used, marks, hashes);
  }

  private static long bit(int client) {
    return 1L << (client % Long.SIZE);
  }
}
