package org.shuffledcheckin.shuffler.store;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * The layout of a round's spool: progress, pages of who has answered, and reports, each under its
 * own fresh random 128-bit key, so that the order of keys is a uniform permutation of the reports.
 */
public final class SpoolKeys {
  /** Length of a report's random key. */
  public static final int RANDOM_BYTES = 16;

  private static final byte PROGRESS = 1;
  private static final byte ANSWERED = 2;
  private static final byte REPORT = 3;

  private SpoolKeys() {}

  /** The key of the round's progress. */
  public static byte[] progress() {
    return new byte[] {PROGRESS};
  }

  /** The key of one page of who has answered. */
  public static byte[] answered(int page) {
    return ByteBuffer.allocate(1 + Integer.BYTES).put(ANSWERED).putInt(page).array();
  }

  /** The page that a key of {@link #answered} names. */
  public static int page(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  /** Before every page of who has answered. */
  public static byte[] beforeAnswered() {
    return new byte[] {ANSWERED};
  }

  /** Before every report, after every page. */
  public static byte[] beforeReports() {
    return new byte[] {REPORT};
  }

  /** After every report. */
  public static byte[] afterReports() {
    return new byte[] {REPORT + 1};
  }

  /** Fresh keys for reports. Two are equal with probability 2^-128. */
  public static byte[][] reports(int count, SecureRandom random) {
    byte[] drawn = new byte[count * RANDOM_BYTES];
    random.nextBytes(drawn);
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      keys[i] = new byte[1 + RANDOM_BYTES];
      keys[i][0] = REPORT;
      System.arraycopy(drawn, i * RANDOM_BYTES, keys[i], 1, RANDOM_BYTES);
    }
    return keys;
  }
}
