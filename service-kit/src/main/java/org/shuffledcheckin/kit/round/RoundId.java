package org.shuffledcheckin.kit.round;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names a round: the run it belongs to and its number in it.
 *
 * @param run the training run
 * @param number from 1, without gaps
 */
public record RoundId(Run run, long number) {
  /** The largest number a round may have. */
  public static final long MAX_NUMBER = 1L << 40;

  /** Validates the number. */
  public RoundId {
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException("round number must be in [1, 2^40] but is " + number);
    }
  }

  @Override
  public String toString() {
    return run + "/" + number;
  }

  /** A training run: 16 random bytes that compare by content. */
  public static final class Run {
    /** Length in bytes. */
    public static final int BYTES = 16;

    private final byte[] value;

    private Run(byte[] value) {
      this.value = value;
    }

    /** Takes a run from its 16 bytes. */
    public static Run of(byte[] bytes) {
      if (bytes.length != BYTES) {
        throw new IllegalArgumentException(
            "run must be " + BYTES + " bytes but has " + bytes.length);
      }
      return new Run(bytes.clone());
    }

    /** Reads a run from 32 hexadecimal digits. */
    public static Run fromHex(String hex) {
      return of(HexFormat.of().parseHex(hex));
    }

    /** Draws a new run. */
    public static Run random(SecureRandom random) {
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      return new Run(bytes);
    }

    /** A copy of the 16 bytes. */
    public byte[] toBytes() {
      return value.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Run run && Arrays.equals(value, run.value);
    }

    @Override
    public int hashCode() {
      return ByteBuffer.wrap(value).getInt();
    }

    /** Lower-case hexadecimal. */
    @Override
    public String toString() {
      return HexFormat.of().formatHex(value);
    }
  }
}
