package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;

/** Amplification by running a mechanism on a uniformly drawn subset of fixed size. */
public final class Subsampling {
  private Subsampling() {}

  /** An (epsilon, delta) pair that takes its kind from what it was made of. */
  public record Approximate(double epsilon, double delta) {
    /** Validates the pair. */
    public Approximate {
      Arguments.requireEpsilon(epsilon);
      Arguments.requireNonNegative("delta", delta);
    }
  }

  /**
   * Returns (log(1 + q(e^ε − 1)), q·δ): Balle, Barthe and Gaboardi 2018, Theorem 9. A guarantee if
   * (epsilon, delta) is one for the mechanism on the subset.
   */
  public static Approximate withoutReplacement(double rate, double epsilon, double delta) {
    Arguments.requireProbability("rate", rate);
    Approximate given = new Approximate(epsilon, delta);
    double amplified =
        epsilon > 700 ? epsilon + Math.log(rate) : Math.log1p(rate * Math.expm1(given.epsilon()));
    return new Approximate(Math.max(0, amplified), rate * given.delta());
  }
}
