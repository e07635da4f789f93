package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;

/**
 * How far an open round has come, stored in its spool.
 *
 * @param remainingMillis for which pledges and deliveries are still taken
 */
record Progress(long remainingMillis) {
  static final byte[] KEY = {};

  static Progress decode(byte[] bytes) {
    return new Progress(ByteBuffer.wrap(bytes).getLong());
  }

  byte[] encode() {
    return ByteBuffer.allocate(Long.BYTES).putLong(remainingMillis).array();
  }
}
