package org.shuffledcheckin.shuffler.round;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which reports of a batch are added up: the aggregator's answer to their sealed seeds, in whose
 * order it speaks. It cannot tell whose they are.
 */
public final class Verdict {
  private final byte[] bits;
  private final BitSet kept;

  private Verdict(byte[] bits) {
    this.bits = bits;
    this.kept = BitSet.valueOf(bits);
  }

  /** A verdict as it travels: one bit for each seed, the least significant of a byte first. */
  public static Verdict of(byte[] bits) {
    return new Verdict(bits.clone());
  }

  /**
   * Refuses a verdict on another number of seeds.
   *
   * @throws IllegalArgumentException if it has more or fewer bits than it needs
   */
  void requireOf(long reports) {
    if (bits.length != (reports + Byte.SIZE - 1) / Byte.SIZE || kept.length() > reports) {
      throw new IllegalArgumentException(
          "a verdict must have one bit for each of %d seeds".formatted(reports));
    }
  }

  /** Whether the report at this place is added. */
  public boolean keeps(int place) {
    return kept.get(place);
  }

  /** How many are added. */
  public long kept() {
    return kept.cardinality();
  }

  /** The verdict as it travelled. */
  byte[] toBytes() {
    return bits.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Verdict verdict && Arrays.equals(bits, verdict.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }
}
