package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A coin whose probability is a binary fraction that is drawn exactly.
 *
 * <p>Compares random bits with the fraction's, 64 at a time, and looks further only on a tie. For
 * uniform random bits the probability is exactly the given one: a double is a binary fraction.
 */
public final class ExactBernoulli {
  private final boolean always;
  private final long[] digits;

  private ExactBernoulli(boolean always, long[] digits) {
    this.always = always;
    this.digits = digits;
  }

  /** Makes the coin of exactly the given probability, any double in [0, 1]. */
  public static ExactBernoulli of(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be in [0, 1] but is " + probability);
    }
    if (probability == 1) {
      return new ExactBernoulli(true, new long[0]);
    }
    long[] digits = new long[17];
    double rest = probability;
    int used = 0;
    while (rest > 0) {
      // Scaling by powers of two, splitting off the integer part and subtracting it are all exact.
      double scaled = Math.scalb(rest, 64);
      double whole = Math.floor(scaled);
      digits[used++] = unsigned(whole);
      rest = scaled - whole;
    }
    return new ExactBernoulli(false, Arrays.copyOf(digits, used));
  }

  /** Makes the coin of probability {@code threshold / 2^64}, the threshold read as unsigned. */
  static ExactBernoulli ofThreshold(long threshold) {
    return new ExactBernoulli(false, new long[] {threshold});
  }

  /**
   * Makes the coin that falls true with probability at most e^epsilon/(1+e^epsilon), below it by no
   * more than 2^-63: the truthful side of a randomised response whose odds never exceed e^epsilon.
   *
   * @param epsilon in (0, 40]
   */
  public static ExactBernoulli truthfulAtMost(double epsilon) {
    if (!(epsilon > 0 && epsilon <= 40)) {
      throw new IllegalArgumentException("epsilon must be in (0, 40] but is " + epsilon);
    }
    // Monotone in e^epsilon, so a lower value gives a lower share; the division rounds down too.
    BigInteger odds = FixedPoint.expRoundedDown(FixedPoint.of(epsilon));
    BigInteger share = FixedPoint.divide(odds, odds.add(FixedPoint.ONE));
    return ofThreshold(share.shiftRight(FixedPoint.BITS - Long.SIZE).longValue());
  }

  /** The probability, rounded to a double. */
  public double probability() {
    if (always) {
      return 1;
    }
    double sum = 0;
    for (int i = digits.length - 1; i >= 0; i--) {
      sum = Math.scalb(sum + toDouble(digits[i]), -Long.SIZE);
    }
    return sum;
  }

  /** Tosses the coin. */
  public boolean draw(RandomGenerator stream) {
    for (long digit : digits) {
      int comparison = Long.compareUnsigned(stream.nextLong(), digit);
      if (comparison != 0) {
        return comparison < 0;
      }
    }
    return always;
  }

  private static long unsigned(double whole) {
    return whole < 0x1p63 ? (long) whole : (long) (whole - 0x1p63) + Long.MIN_VALUE;
  }

  private static double toDouble(long unsigned) {
    return (unsigned >>> 1) * 2.0 + (unsigned & 1);
  }
}
