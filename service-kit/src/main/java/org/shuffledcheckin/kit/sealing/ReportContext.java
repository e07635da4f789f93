package org.shuffledcheckin.kit.sealing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.sum.RoundMasks;

/** Binds reports to their round: HPKE's {@code info}, and the context of masks. */
public final class ReportContext {
  private static final byte[] LABEL = "checkin/v1/report".getBytes(StandardCharsets.US_ASCII);

  private ReportContext() {}

  static byte[] info(Announcement round) {
    int length = LABEL.length + RoundId.Run.BYTES + Long.BYTES + 2 * Digest.BYTES;
    return ByteBuffer.allocate(length)
        .put(LABEL)
        .put(round.terms().id().run().toBytes())
        .putLong(round.terms().id().number())
        .put(round.terms().model().sha256().toBytes())
        .put(round.digest().toBytes())
        .array();
  }

  /** What seeds stand for in this round, and in no other; for one thread. */
  public static RoundMasks masks(RoundTerms round) {
    return new RoundMasks(
        ByteBuffer.allocate(RoundId.Run.BYTES + Long.BYTES + Digest.BYTES)
            .put(round.id().run().toBytes())
            .putLong(round.id().number())
            .put(round.model().sha256().toBytes())
            .array());
  }
}
