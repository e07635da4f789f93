package org.shuffledcheckin.report.noise;

import java.util.random.RandomGenerator;

/**
 * Draws integers X with Pr(X = x) proportional to e^(-|x|·rate), rate a fraction, exactly.
 *
 * <p>Algorithm 2 of Canonne, Kamath and Steinke (2020): only uniform integers are drawn and only
 * integers compared, so for uniform random bits no law is approximated anywhere and the ratio of
 * the probabilities of neighbouring integers is e^rate, no more. The time of a draw depends on the
 * noise drawn, never on the value it will be added to.
 */
public final class DiscreteLaplace {
  private static final long LARGEST = 1L << 40;

  private final long numerator;
  private final long denominator;

  /** Prepares draws of rate {@code numerator / denominator}, both in [1, 2^40]. */
  public DiscreteLaplace(long numerator, long denominator) {
    requireInRange("numerator", numerator);
    requireInRange("denominator", denominator);
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Draws one integer. */
  public long draw(RandomGenerator stream) {
    while (true) {
      long magnitude = geometric(stream) / numerator;
      boolean negative = stream.nextLong() < 0;
      // Zero has one sign only, or it would be drawn twice as often as it should.
      if (!(negative && magnitude == 0)) {
        return negative ? -magnitude : magnitude;
      }
    }
  }

  /** The variance of the draws. */
  public double variance() {
    double miss = -Math.expm1(-rate());
    return 2 * Math.exp(-rate()) / (miss * miss);
  }

  /** The rate of the draws. */
  public double rate() {
    return (double) numerator / denominator;
  }

  // A geometric number with Pr(at least x) = e^(-x/denominator), as remainder and multiple.
  private long geometric(RandomGenerator stream) {
    long remainder = UniformDraw.below(denominator, stream);
    while (!expMinus(remainder, denominator, stream)) {
      remainder = UniformDraw.below(denominator, stream);
    }
    long multiples = 0;
    while (expMinus(1, 1, stream)) {
      multiples++;
    }
    return Math.addExact(remainder, Math.multiplyExact(multiples, denominator));
  }

  /** A coin of probability e^(-over/under), for fractions of at most 1: their algorithm 1. */
  private static boolean expMinus(long over, long under, RandomGenerator stream) {
    long k = 1;
    while (UniformDraw.below(Math.multiplyExact(under, k), stream) < over) {
      k++;
    }
    return (k & 1) == 1;
  }

  private static void requireInRange(String name, long value) {
    if (value < 1 || value > LARGEST) {
      throw new IllegalArgumentException(name + " must be in [1, " + LARGEST + "] but is " + value);
    }
  }
}
