package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.UpperBound;

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
    requireDelta(delta);
    return epsilon0 <= Math.log(reports / (16 * Math.log(2 / delta)));
  }

  /** Evaluates the 2021 formula, whether or not it holds. */
  public double formula21(double delta) {
    requireDelta(delta);
    double e = Math.exp(epsilon0);
    double spread = 8 * Math.sqrt(e * Math.log(4 / delta) / reports) + 8 * e / reports;
    return Math.log1p(Math.tanh(epsilon0 / 2) * spread);
  }

  /** Whether the 2023 form applies at this delta: ε0 ≤ log(n/(8·log(2/δ)) − 1). */
  public boolean holds23(double delta) {
    requireDelta(delta);
    return epsilon0 <= Math.log(reports / (8 * Math.log(2 / delta)) - 1);
  }

  /** Evaluates the 2023 formula, whether or not it applies. */
  public double formula23(double delta) {
    requireDelta(delta);
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
   * The guarantee of the shuffled reports of an (ε0, δ0)-LDP randomiser: δ = δ1 + (e^ε + 1)(1 +
   * e^{−ε0}/2)·n·δ0 with the amplified ε.
   */
  public UpperBound guarantee21(double delta0, double delta1) {
    double epsilon = amplified21(delta1);
    return new UpperBound(
        epsilon, Math.min(1, delta(epsilon, delta0, delta1)), "shuffling-closed-form");
  }

  /**
   * The delta that comes with an epsilon of the shuffled reports. The paper puts ε0 where the
   * theorem has the amplified epsilon: looser, still valid.
   */
  public double delta(double epsilon, double delta0, double delta1) {
    Arguments.requireProbability("delta0", delta0);
    Arguments.requireProbability("delta1", delta1);
    return delta1 + (Math.exp(epsilon) + 1) * (1 + Math.exp(-epsilon0) / 2) * reports * delta0;
  }

  private static void requireDelta(double delta) {
    if (!(delta > 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta1 must be in (0, 1] but is " + delta);
    }
  }
}
