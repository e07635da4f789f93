package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.pld.LossGrid;

/**
 * Whether the differing client's report is among the s reports that are of either clone type, as
 * far as an observer of everything else can tell: the law of s, and given s the law of the
 * probability w of being among them.
 */
abstract class Membership {
  /** Probability that may be left out of a range, per tail. */
  static final double TAIL = 1e-32;

  private final long others;
  private final double ownRate;
  private final Binomial clones;
  private final long lowest;
  private final long highest;

  /**
   * Describes the law of s.
   *
   * @param others how many other clients there are
   * @param cloneRate how often each of them sends a report of either clone type
   * @param ownRate how often the differing client does
   */
  Membership(long others, double cloneRate, double ownRate) {
    this.others = others;
    this.ownRate = ownRate;
    this.clones = new Binomial(others, cloneRate);
    this.lowest = Math.max(0, clones.lowerQuantile(TAIL) + 1);
    this.highest = clones.upperQuantile(TAIL);
  }

  /**
   * Bounds the relative error of weights and probabilities: that of laws of counts and, within 16
   * deviations, of the rounded rate at which clients send neither type.
   */
  final double rounding() {
    return LossGrid.RESERVE + 0x1p-46 * Math.sqrt((double) others);
  }

  /** The smallest s that is considered. */
  final long lowest() {
    return lowest;
  }

  /** The largest s that is considered. */
  final long highest() {
    return highest;
  }

  /** Whether the differing client never sends such a report. */
  final boolean isEmpty() {
    return ownRate == 0;
  }

  /** The probability of s with the differing client elsewhere. */
  final double absentMass(long s) {
    return (1 - ownRate) * clones.pmf(s);
  }

  /** The probability of s with the differing client among them. */
  final double presentMass(long s) {
    return s == 0 ? 0 : ownRate * clones.pmf(s - 1);
  }

  /** Bounds the probability, given s, of a w outside of the range from low to high. */
  abstract double outOfRange();

  /** The smallest w with s. */
  abstract double low(long s);

  /** The largest w with s. */
  abstract double high(long s);

  /** Whether the law of w given s can be listed. */
  abstract boolean isListed();

  /** Adds the law of w given s to nodes, each w by its probability together with s. */
  abstract void list(WeightNodes nodes, long s);
}
