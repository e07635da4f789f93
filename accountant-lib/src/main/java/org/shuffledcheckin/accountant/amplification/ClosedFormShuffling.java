package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;

/**
 * Amplification of one round of plain shuffling by the closed forms of Feldman, McMillan and Talwar
 * ("Hiding among the clones", 2021, Theorem 3.8, and its 2023 successor).
 *
 * <p>A closed form holds only where {@link #holds21} or {@link #holds23} says so. Elsewhere its
 * value means nothing, and {@link #amplified21} falls back to no amplification at all.
 *
 * @param reports how many reports are shuffled
 * @param epsilon0 the local guarantee of each
 */
public record ClosedFormShuffling(long reports, double epsilon0) {
  /** Validates the arguments. */
  public ClosedFormShuffling {
    Arguments.requireAtLeast("reports", reports, 1);
    if (!(epsilon0 >= 0 && epsilon0 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon0 must be finite and at least 0 but is " + epsilon0);
    }
  }

  /** Whether the 2021 form is proven at this delta: ε0 ≤ log(n/(16·log(2/δ))). */
  public boolean holds21(double delta) {
    Arguments.requireRate("delta1", delta);
    return epsilon0 <= Math.log(reports / (16 * Math.log(2 / delta)));
  }

  /** Evaluates the 2021 formula, whether or not it holds. */
  public double formula21(double delta) {
    Arguments.requireRate("delta1", delta);
    double e = Math.exp(epsilon0);
    double spread = 8 * Math.sqrt(e * Math.log(4 / delta) / reports) + 8 * e / reports;
    return Math.log1p(Math.tanh(epsilon0 / 2) * spread);
  }

  /** Whether the 2023 form applies at this delta: ε0 ≤ log(n/(8·log(2/δ)) − 1). */
  public boolean holds23(double delta) {
    Arguments.requireRate("delta1", delta);
    return epsilon0 <= Math.log(reports / (8 * Math.log(2 / delta)) - 1);
  }

  /** Evaluates the 2023 formula, whether or not it applies. */
  public double formula23(double delta) {
    Arguments.requireRate("delta1", delta);
    double e = Math.exp(epsilon0);
    double spread =
        4 * Math.sqrt(2 * Math.log(4 / delta)) / Math.sqrt((e + 1) * reports) + 4.0 / reports;
    return Math.log1p(Math.expm1(epsilon0) * spread);
  }

  /** The epsilon that is proven at delta: the 2021 formula where it holds and helps, else ε0. */
  public double amplified21(double delta) {
    return holds21(delta) ? Math.min(epsilon0, formula21(delta)) : epsilon0;
  }

  /**
   * The delta that comes with the amplified ε of the shuffled reports of an (ε0, δ0)-LDP
   * randomiser: δ1 + (e^ε + 1)(1 + e^{−ε0}/2)·n·δ0. The paper puts ε0 where the theorem has ε:
   * looser, still valid.
   */
  public double delta(double epsilon, double delta0, double delta1) {
    Arguments.requireProbability("delta0", delta0);
    Arguments.requireProbability("delta1", delta1);
    return delta1 + (Math.exp(epsilon) + 1) * (1 + Math.exp(-epsilon0) / 2) * reports * delta0;
  }
}
