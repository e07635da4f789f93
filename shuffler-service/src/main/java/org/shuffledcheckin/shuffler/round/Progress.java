package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;

/**
 * How far an open round has come, stored in its spool.
 *
 * @param reports in the spool
 * @param remainingMillis for which answers are still taken
 */
record Progress(long reports, long remainingMillis) {
  static final byte[] KEY = {};

  static Progress decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Progress(buffer.getLong(), buffer.getLong());
  }

  byte[] encode() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(reports).putLong(remainingMillis).array();
  }
}
