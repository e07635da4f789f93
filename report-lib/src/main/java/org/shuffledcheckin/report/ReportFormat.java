package org.shuffledcheckin.report;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The fixed form of every report of a round: a header of 8 bytes (version, kind, two zero bytes,
 * dimension), then the payload; integers are little-endian. Reports that are summed word by word
 * have no header: every byte string of the right length is one.
 *
 * <p>The format is known from the round's parameters before a report is looked at. Nothing a report
 * says about itself decides how much is read or allocated: its header must repeat what is known.
 *
 * @param kind the code of the randomiser's kind
 * @param dimension how many numbers the aggregator estimates
 * @param headerBytes the length of the header, if there is one
 * @param payloadBytes the length of every payload
 */
public record ReportFormat(byte kind, int dimension, int headerBytes, int payloadBytes) {
  /** The version that stands in every header. */
  public static final byte VERSION = 1;

  /** The length of the header. */
  public static final int HEADER_BYTES = 8;

  private static final int KIND_OFFSET = 1;
  private static final int RESERVED_OFFSET = 2;
  private static final int DIMENSION_OFFSET = 4;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Validates the form. */
  public ReportFormat {
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension must be at least 1 but is " + dimension);
    }
    if (headerBytes != 0 && headerBytes != HEADER_BYTES) {
      throw new IllegalArgumentException("header must have 0 or 8 bytes but has " + headerBytes);
    }
    if (payloadBytes < 1 || payloadBytes > Integer.MAX_VALUE - HEADER_BYTES) {
      throw new IllegalArgumentException(
          "payload must have 1 to 2147483639 bytes but has " + payloadBytes);
    }
  }

  /** The form with a header. */
  public ReportFormat(byte kind, int dimension, int payloadBytes) {
    this(kind, dimension, HEADER_BYTES, payloadBytes);
  }

  /** The form without a header. */
  public static ReportFormat bare(byte kind, int dimension, int payloadBytes) {
    return new ReportFormat(kind, dimension, 0, payloadBytes);
  }

  /** The length of every report. */
  public int reportBytes() {
    return headerBytes + payloadBytes;
  }

  /**
   * Writes the header over the start of a report, if there is one.
   *
   * @throws IllegalArgumentException if the array does not have the length of a report
   */
  public void writeHeader(byte[] report) {
    if (report.length != reportBytes()) {
      throw new IllegalArgumentException(
          "report must have " + reportBytes() + " bytes but has " + report.length);
    }
    if (headerBytes == 0) {
      return;
    }
    report[0] = VERSION;
    report[KIND_OFFSET] = kind;
    report[RESERVED_OFFSET] = 0;
    report[RESERVED_OFFSET + 1] = 0;
    INTS.set(report, DIMENSION_OFFSET, dimension);
  }

  /**
   * Checks length and header of the report between the buffer's position and limit, which do not
   * move.
   *
   * @return why the report is refused, or nothing if its payload may be read
   */
  public Optional<RejectionReason> check(ByteBuffer report) {
    if (report.remaining() != reportBytes()) {
      return Optional.of(RejectionReason.WRONG_LENGTH);
    }
    return headerBytes == 0 || isHeader(report, report.position())
        ? Optional.empty()
        : Optional.of(RejectionReason.MALFORMED);
  }

  private boolean isHeader(ByteBuffer report, int start) {
    return report.get(start) == VERSION
        && report.get(start + KIND_OFFSET) == kind
        && report.get(start + RESERVED_OFFSET) == 0
        && report.get(start + RESERVED_OFFSET + 1) == 0
        && littleEndianInt(report, start + DIMENSION_OFFSET) == dimension;
  }

  /**
   * Views the payload of a report that {@link #check} found good, little-endian, from index 0. The
   * view has a position of its own.
   */
  public ByteBuffer payload(ByteBuffer report) {
    return report
        .slice(report.position() + headerBytes, payloadBytes)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  // The caller's byte order is not ours to change, nor to trust.
  private static int littleEndianInt(ByteBuffer buffer, int index) {
    int value = buffer.getInt(index);
    return buffer.order() == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
  }
}
