package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;

/**
 * Which clients have answered a round: one bit each, in pages that are stored when they change.
 * Belongs to the round thread; only {@link #count} may be read by others.
 */
final class AnsweredSet {
  private static final int WORDS = 64;
  private static final int PAGE_CLIENTS = WORDS * Long.SIZE;

  private long[][] pages = new long[0][];
  private final BitSet changed = new BitSet();
  private volatile long count;

  /** Whether the client has answered. */
  boolean contains(long client) {
    int page = page(client);
    return page < pages.length && (pages[page][word(client)] & bit(client)) != 0;
  }

  /** Marks the client; false if it was marked already. */
  // Only the round thread writes; the field is volatile for those who read the count.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  boolean add(long client) {
    if (contains(client)) {
      return false;
    }
    int page = page(client);
    grow(page);
    pages[page][word(client)] |= bit(client);
    changed.set(page);
    count++;
    return true;
  }

  /** Shows every page that changed since the last time, by key, as it is stored. */
  void drainChanged(BiConsumer<byte[], byte[]> store) {
    for (int page = changed.nextSetBit(0); page >= 0; page = changed.nextSetBit(page + 1)) {
      ByteBuffer bytes = ByteBuffer.allocate(WORDS * Long.BYTES);
      for (long word : pages[page]) {
        bytes.putLong(word);
      }
      store.accept(ByteBuffer.allocate(Integer.BYTES).putInt(page).array(), bytes.array());
    }
    changed.clear();
  }

  /** Takes back a stored page. */
  // As in add.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void restore(byte[] key, byte[] stored) {
    int page = ByteBuffer.wrap(key).getInt();
    grow(page);
    ByteBuffer.wrap(stored).asLongBuffer().get(pages[page]);
    count += Arrays.stream(pages[page]).map(Long::bitCount).sum();
  }

  /** How many clients have answered. */
  long count() {
    return count;
  }

  /** How many of the clients that are active now have answered. */
  long countActive(ActiveClients clients) {
    long active = 0;
    for (int page = 0; page < pages.length; page++) {
      for (int word = 0; word < WORDS; word++) {
        if (pages[page][word] != 0) {
          active += Long.bitCount(pages[page][word] & clients.activeWord(page * WORDS + word));
        }
      }
    }
    return active;
  }

  private void grow(int page) {
    int before = pages.length;
    if (page >= before) {
      pages = Arrays.copyOf(pages, page + 1);
      for (int i = before; i <= page; i++) {
        pages[i] = new long[WORDS];
      }
    }
  }

  private static int page(long client) {
    return Math.toIntExact(client / PAGE_CLIENTS);
  }

  private static int word(long client) {
    return (int) (client % PAGE_CLIENTS / Long.SIZE);
  }

  private static long bit(long client) {
    return 1L << (client % Long.SIZE);
  }
}
