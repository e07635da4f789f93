package org.shuffledcheckin.report.noise;

import java.util.random.RandomGenerator;

/**
 * Draws round(N), N Gaussian of mean 0, as integers; magnitudes of {@link #LIMIT} and more are all
 * drawn as {@link #LIMIT}.
 *
 * <p>Guarantees for uniform random bits that the law of one draw is within total variation {@link
 * #DEVIATION} of the ideal, in the tails as in the middle: every magnitude below the limit has its
 * own weight in units of 2^-159, down to zero where the ideal lies below that. Draws use 32 bits
 * each (64 more once in 65536, and 64 more of these once in 2^64), no floating point, and no branch
 * that depends on the noise except for the ties. Immutable and safe for several threads.
 */
public final class RoundedGaussian {
  /** The largest magnitude drawn. */
  public static final int LIMIT = AliasTable.VALUES - 1;

  /** Bound on the total variation between one draw and the ideal: 2^15 weights cut to 2^-159. */
  public static final double DEVIATION = 0x1p-144;

  private static final RecentSamplers<Deviation> RECENT =
      new RecentSamplers<>(d -> new RoundedGaussianLaw(d.multiplier, d.steps).magnitudes(LIMIT));

  private final AliasSampler sampler;

  private RoundedGaussian(AliasSampler sampler) {
    this.sampler = sampler;
  }

  /**
   * Returns the sampler of standard deviation {@code multiplier * steps}, a product of exact
   * numbers between 8 and 2^20.
   *
   * <p>A table takes some tenths of a second to compute and is the same for every client and round
   * with the same noise, so the last few are kept.
   */
  public static RoundedGaussian of(double multiplier, int steps) {
    return new RoundedGaussian(RECENT.get(new Deviation(multiplier, steps)));
  }

  /**
   * Draws into the first {@code count} places of {@code noise}.
   *
   * @param bits scratch of exactly {@code 4 * count} bytes; holds secrets afterwards
   */
  public void draw(RandomGenerator stream, byte[] bits, int[] noise, int count) {
    sampler.draw(stream, bits, noise, count);
  }

  AliasTable table() {
    return sampler.table();
  }

  private record Deviation(double multiplier, int steps) {}
}
