package org.shuffledcheckin.kit.sealing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/** Binds a sealed report to its round: HPKE's {@code info}, as {@code ClientAnswer} defines it. */
final class ReportContext {
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
}
