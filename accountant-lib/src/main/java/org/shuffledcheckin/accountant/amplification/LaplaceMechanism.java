package org.shuffledcheckin.accountant.amplification;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * One release of a number on a grid with discrete Laplace noise, x steps of noise having a
 * probability proportional to r^|x|, r = e^(-epsilon0/steps), and its exact privacy profile.
 *
 * <p>Two numbers D steps apart have the hockey stick at a = e^epsilon that is the largest over k of
 * 1 - (r^(D-k+1) + a r^k)/(1 + r), k the first outcome that speaks for the upper number; it grows
 * with D, so the two ends of the grid are the worst neighbours. It lies between those of the
 * continuous law, 1 - sqrt(a/e0), and 1 - sqrt(a/e0)/cosh(epsilon0/(2 steps)).
 *
 * @param epsilon0 of one release
 * @param gridSteps between the smallest and the largest number
 */
public record LaplaceMechanism(double epsilon0, int gridSteps) {
  private static final double ROUNDING = 0x1p-49;

  /** Validates the numbers. */
  public LaplaceMechanism {
    Arguments.requirePositive("epsilon0", epsilon0);
    Arguments.requireBetween("grid steps", gridSteps, 1, LocalGuarantee.Laplace.MOST_STEPS);
  }

  /** The mechanism of a guarantee. */
  public static LaplaceMechanism of(LocalGuarantee.Laplace guarantee) {
    return new LaplaceMechanism(guarantee.epsilon0(), guarantee.gridSteps());
  }

  /** The smallest delta at which a single release is (epsilon, delta)-private, rounded up. */
  public double delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    if (epsilon >= epsilon0) {
      return 0;
    }
    double first = Math.min(gridSteps, Math.floor(0.5 * gridSteps * (1 + epsilon / epsilon0)) + 1);
    double below = Math.expm1(-rate() * (gridSteps - first));
    // Both terms are positive: nothing cancels but what exponents are off by.
    double sum = -Math.expm1(epsilon - rate() * first) - decay() * below;
    return Math.min(1, (sum * (1 + ROUNDING) + ROUNDING * epsilon0) / (1 + decay()));
  }

  /** The total variation between the releases of the two ends of the grid. */
  public double totalVariation() {
    return delta(0);
  }

  /** Visits the outcomes that speak for the upper end against the lower one. */
  public void forEachGain(Visitor visitor) {
    double peak = Math.tanh(0.5 * rate());
    for (int y = gridSteps / 2 + 1; y < gridSteps; y++) {
      double above = rate() * (gridSteps - y);
      double loss = rate() * (2L * y - gridSteps);
      visitor.outcome(loss, peak * Math.exp(-above), peak * Math.exp(-rate() * y));
    }
    // Beyond the upper end the likelihood ratio does not change any more.
    double upper = 1 / (1 + decay());
    visitor.outcome(epsilon0, upper, upper * Math.exp(-epsilon0));
  }

  private double rate() {
    return epsilon0 / gridSteps;
  }

  private double decay() {
    return Math.exp(-rate());
  }

  /** Receives an outcome, or several of the same loss. */
  @FunctionalInterface
  public interface Visitor {
    /** Takes the loss and the probabilities for the upper and for the lower end. */
    void outcome(double loss, double upper, double lower);
  }
}
