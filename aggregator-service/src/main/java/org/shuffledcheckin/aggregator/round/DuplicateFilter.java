package org.shuffledcheckin.aggregator.round;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.shuffledcheckin.kit.round.Digest;

/**
 * Tells whether the same sealed bytes came before in this round. Keeps 16 bytes of a keyed hash per
 * report, never the report: the chance to refuse a fresh report is below k squared / 2^129. Because
 * the key is drawn per round, nobody can prepare reports that collide. Safe for several threads.
 */
final class DuplicateFilter {
  private static final int STRIPES = 64;
  private static final int FIRST_CAPACITY = 64;

  private final byte[] key = new byte[16];
  private final Stripe[] stripes = new Stripe[STRIPES];

  DuplicateFilter(SecureRandom random) {
    random.nextBytes(key);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Remembers a report; false if it was remembered before. */
  boolean isNew(byte[] sealedReport) {
    MessageDigest hash = Digest.newSha256();
    hash.update(key);
    ByteBuffer value = ByteBuffer.wrap(hash.digest(sealedReport));
    long high = value.getLong();
    long low = value.getLong();
    return stripes[(int) (high >>> 58)].add(high, low);
  }

  /** A set of pairs of longs by open addressing; (0, 0) marks a free place. */
  private static final class Stripe {
    private long[] table = new long[2 * FIRST_CAPACITY];
    private int size;

    synchronized boolean add(long high, long low) {
      if (!put(table, high, low)) {
        return false;
      }
      size++;
      if (4 * size > table.length) {
        grow();
      }
      return true;
    }

    private void grow() {
      long[] larger = new long[2 * table.length];
      for (int i = 0; i < table.length; i += 2) {
        if (table[i] != 0 || table[i + 1] != 0) {
          put(larger, table[i], table[i + 1]);
        }
      }
      table = larger;
    }

    private static boolean put(long[] table, long high, long low) {
      int mask = table.length / 2 - 1;
      for (int place = (int) low & mask; ; place = (place + 1) & mask) {
        int at = 2 * place;
        if (table[at] == 0 && table[at + 1] == 0) {
          table[at] = high;
          table[at + 1] = low;
          return true;
        }
        if (table[at] == high && table[at + 1] == low) {
          return false;
        }
      }
    }
  }
}
