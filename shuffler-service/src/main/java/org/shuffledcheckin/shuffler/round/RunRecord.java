package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What is remembered of a run for ever.
 *
 * @param newest the highest round number seen: no round up to it opens again
 * @param witnessed the ledger head that every further round must extend
 */
record RunRecord(long newest, LedgerChain.Head witnessed) {
  static RunRecord unseen(RoundId.Run run) {
    return new RunRecord(0, LedgerChain.genesis(run));
  }

  static RunRecord decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long newest = buffer.getLong();
    long sequence = buffer.getLong();
    byte[] hash = new byte[Digest.BYTES];
    buffer.get(hash);
    return new RunRecord(newest, new LedgerChain.Head(sequence, Digest.of(hash)));
  }

  byte[] encode() {
    return ByteBuffer.allocate(2 * Long.BYTES + Digest.BYTES)
        .putLong(newest)
        .putLong(witnessed.sequence())
        .put(witnessed.hash().toBytes())
        .array();
  }
}
