package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Draws integers Z with Pr(Z = z) proportional to e^(-z²/2s²): the discrete Gaussian N_Z(0, s²).
 *
 * <p>Guarantees for uniform random bits that the law of one draw is within total variation {@link
 * #DEVIATION} of the ideal. Sums of such draws are discrete Gaussians again, but for a factor that
 * docs/noise.md bounds; sums of rounded Gaussians are not. Integers only, 32 bits a draw but for
 * ties, as {@link RoundedGaussian}. Immutable and safe for several threads.
 */
public final class DiscreteGaussian {
  /** The smallest s: below it sums would not be smooth on the integers. */
  public static final double MIN_DEVIATION = 4;

  /** The largest s: 16 of it fit the table, and what lies beyond has a mass below 2^-187. */
  public static final double MAX_DEVIATION = 2048;

  /** The largest magnitude drawn. */
  public static final int LIMIT = AliasSampler.LIMIT;

  /** Bound on the total variation between one draw and the ideal; the cut tail is far smaller. */
  public static final double DEVIATION = 0x1p-143;

  private static final RecentSamplers<Double> RECENT =
      new RecentSamplers<>(s -> new DiscreteGaussianLaw(s).magnitudes(LIMIT));

  private final AliasSampler sampler;

  private DiscreteGaussian(AliasSampler sampler) {
    this.sampler = sampler;
  }

  /**
   * Returns the sampler of the given s, an exact number between {@link #MIN_DEVIATION} and {@link
   * #MAX_DEVIATION}. The tables of the last few are kept.
   */
  public static DiscreteGaussian of(double s) {
    return new DiscreteGaussian(RECENT.get(s));
  }

  /** The whole part of 2^bits Pr(|Z| <= m), for those who compare implementations. */
  public static BigInteger cumulative(double s, int m, int bits) {
    return new DiscreteGaussianLaw(s).cumulative(m, bits);
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
}
