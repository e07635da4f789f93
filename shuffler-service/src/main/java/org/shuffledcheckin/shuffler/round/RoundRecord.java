package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.signing.SignedRound;

/**
 * What is stored of an unfinished round.
 *
 * @param round as the aggregator signed it
 * @param threshold drawn once; a restart does not draw again
 * @param state where it stands
 * @param tally what it had come to when it closed
 */
record RoundRecord(SignedRound round, long threshold, RoundState state, Tally tally) {
  private static final byte VERSION = 2;

  /** Rounds without a signature, of which nobody pledged: none of them can be released any more. */
  private static final byte UNSIGNED = 1;

  static RoundRecord open(SignedRound round, long threshold) {
    return new RoundRecord(round, threshold, RoundState.OPEN, Tally.NONE);
  }

  RoundId id() {
    return announcement().terms().id();
  }

  Announcement announcement() {
    return round.announcement();
  }

  RoundRecord closed(RoundState disposition, Tally counted) {
    return new RoundRecord(round, threshold, disposition, counted);
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
    if (version == UNSIGNED) {
      return Optional.empty();
    }
    if (version != VERSION) {
      throw new IllegalStateException(
          "stored round has version " + version + ", this program reads " + VERSION);
    }
    RoundState state = RoundState.of(buffer.get());
    long threshold = buffer.getLong();
    Tally tally = new Tally(buffer.getLong(), buffer.getLong(), buffer.getLong());
    return round(buffer).map(round -> new RoundRecord(round, threshold, state, tally));
  }

  private static Optional<SignedRound> round(ByteBuffer buffer) {
    long sequence = buffer.getLong();
    Digest head = Digest.of(take(buffer, Digest.BYTES));
    byte[] signature = take(buffer, WireLimits.SIGNATURE_BYTES);
    byte[] parameters = take(buffer, buffer.remaining());
    try {
      return Optional.of(
          new SignedRound(
              Announcement.parse(parameters), new LedgerChain.Head(sequence, head), signature));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] take(ByteBuffer buffer, int count) {
    byte[] bytes = new byte[count];
    buffer.get(bytes);
    return bytes;
  }

  byte[] encode() {
    byte[] parameters = announcement().toBytes();
    return ByteBuffer.allocate(
            2 + 5 * Long.BYTES + Digest.BYTES + WireLimits.SIGNATURE_BYTES + parameters.length)
        .put(VERSION)
        .put(state.code())
        .putLong(threshold)
        .putLong(tally.pledges())
        .putLong(tally.reports())
        .putLong(tally.missing())
        .putLong(round.ledger().sequence())
        .put(round.ledger().hash().toBytes())
        .put(round.signature())
        .put(parameters)
        .array();
  }
}
