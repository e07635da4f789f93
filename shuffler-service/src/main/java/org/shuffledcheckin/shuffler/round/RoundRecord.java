package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What is stored of an unfinished round.
 *
 * @param announcement as the aggregator made it
 * @param ledger the head that charges the round
 * @param threshold drawn once; a restart does not draw again
 * @param state where it stands
 * @param reports in the released batch
 */
record RoundRecord(
    Announcement announcement,
    LedgerChain.Head ledger,
    long threshold,
    RoundState state,
    long reports) {
  private static final byte VERSION = 1;

  RoundId id() {
    return announcement.terms().id();
  }

  RoundRecord closed(RoundState disposition, long released) {
    return new RoundRecord(announcement, ledger, threshold, disposition, released);
  }

  static byte[] key(RoundId id) {
    return ByteBuffer.allocate(RoundId.Run.BYTES + Long.BYTES)
        .put(id.run().toBytes())
        .putLong(id.number())
        .array();
  }

  /** Reads a record; nothing if an older version announced the round in a form not read now. */
  static Optional<RoundRecord> decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    byte version = buffer.get();
    if (version != VERSION) {
      throw new IllegalStateException(
          "stored round has version " + version + ", this program reads " + VERSION);
    }
    RoundState state = RoundState.of(buffer.get());
    long threshold = buffer.getLong();
    long reports = buffer.getLong();
    long sequence = buffer.getLong();
    byte[] hash = new byte[Digest.BYTES];
    buffer.get(hash);
    byte[] parameters = new byte[buffer.remaining()];
    buffer.get(parameters);
    return announcement(parameters)
        .map(
            announcement ->
                new RoundRecord(
                    announcement,
                    new LedgerChain.Head(sequence, Digest.of(hash)),
                    threshold,
                    state,
                    reports));
  }

  private static Optional<Announcement> announcement(byte[] parameters) {
    try {
      return Optional.of(Announcement.parse(parameters));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  byte[] encode() {
    byte[] parameters = announcement.toBytes();
    return ByteBuffer.allocate(2 + 3 * Long.BYTES + Digest.BYTES + parameters.length)
        .put(VERSION)
        .put(state.code())
        .putLong(threshold)
        .putLong(reports)
        .putLong(ledger.sequence())
        .put(ledger.hash().toBytes())
        .put(parameters)
        .array();
  }
}
