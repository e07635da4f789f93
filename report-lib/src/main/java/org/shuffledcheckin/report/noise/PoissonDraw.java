package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws Poisson numbers by inversion of the distribution function in 128 bits.
 *
 * <p>Guarantees for uniform random bits a total variation of at most {@link #DEVIATION} from the
 * Poisson law. Numbers whose upper tail has probability below 2^-128 are never drawn: for means up
 * to 1 these are those above 33.
 */
public final class PoissonDraw {
  /** The largest mean. */
  public static final double MAX_MEAN = 8;

  /** Bound on the total variation from the Poisson law: fewer than 2^8 steps cut to 2^-128. */
  public static final double DEVIATION = 0x1p-120;

  private static final int THRESHOLD_BITS = 128;

  private final double mean;
  // Pr(at most k), in units of 2^-128; the number after the last one takes what is left.
  private final long[] high;
  private final long[] low;

  /** Prepares draws of the given mean, in [0, {@value #MAX_MEAN}]; the double is taken as exact. */
  public PoissonDraw(double mean) {
    // Smaller means could not be told from zero by any number of draws, and would not be exact
    // here.
    if (!(mean == 0 || (mean >= 0x1p-100 && mean <= MAX_MEAN))) {
      throw new IllegalArgumentException(
          "mean must be 0 or in [2^-100, " + MAX_MEAN + "] but is " + mean);
    }
    this.mean = mean;
    List<BigInteger> thresholds = thresholds(FixedPoint.of(mean));
    high = thresholds.stream().mapToLong(t -> t.shiftRight(Long.SIZE).longValue()).toArray();
    low = thresholds.stream().mapToLong(BigInteger::longValue).toArray();
  }

  /** The mean of the draws. */
  public double mean() {
    return mean;
  }

  /** Draws one number. */
  public int draw(RandomGenerator stream) {
    long first = stream.nextLong();
    long second = stream.nextLong();
    int number = 0;
    while (number < high.length && !below(first, second, number)) {
      number++;
    }
    return number;
  }

  private boolean below(long first, long second, int number) {
    int comparison = Long.compareUnsigned(first, high[number]);
    return comparison < 0 || (comparison == 0 && Long.compareUnsigned(second, low[number]) < 0);
  }

  private static List<BigInteger> thresholds(BigInteger mean) {
    List<BigInteger> thresholds = new ArrayList<>();
    BigInteger all = BigInteger.ONE.shiftLeft(THRESHOLD_BITS);
    BigInteger term = FixedPoint.exp(mean.negate());
    BigInteger sum = term;
    BigInteger threshold = nearest(sum);
    for (int k = 1; threshold.compareTo(all) < 0; k++) {
      thresholds.add(threshold);
      term = FixedPoint.multiply(term, mean).divide(BigInteger.valueOf(k));
      sum = sum.add(term);
      threshold = nearest(sum);
    }
    return thresholds;
  }

  private static BigInteger nearest(BigInteger value) {
    int drop = FixedPoint.BITS - THRESHOLD_BITS;
    return value.add(BigInteger.ONE.shiftLeft(drop - 1)).shiftRight(drop);
  }
}
