package org.shuffledcheckin.accountant.filter;

import org.shuffledcheckin.accountant.Arguments;

/**
 * What was used up of a filter: three sums, each rounded upward.
 *
 * @param amount of what the filter measures: rates, rounds or a divergence
 * @param mass of outcomes that tell everything
 * @param differs the probability of leaving the rounds that are bounded
 */
record Used(double amount, double mass, double differs) {
  static final Used NOTHING = new Used(0, 0, 0);

  private static final double ROUNDING = 1e-12;

  /** The share of delta that is kept for mass, where reports may be lost. */
  private static final double MASS_SHARE = 0.01;

  /** The share of delta that is kept for what differs. */
  private static final double DIFFERS_SHARE = 1e-4;

  Used {
    Arguments.requireNonNegative("used amount", amount);
    Arguments.requireNonNegative("used mass", mass);
    Arguments.requireNonNegative("used difference", differs);
  }

  Used plus(double moreAmount, double moreMass, double moreDiffers) {
    return new Used(
        upward(amount, moreAmount), upward(mass, moreMass), upward(differs, moreDiffers));
  }

  /**
   * Whether mass and difference stay within what is kept for them at this delta. Fixed shares:
   * trading one for the other on the way would be a choice in view of results.
   */
  boolean withinReserve(double epsilon, double delta, boolean lossy) {
    double leaving = differs == 0 ? 0 : (1 + Math.exp(epsilon)) * differs;
    return mass <= (lossy ? MASS_SHARE * delta : 0) && leaving <= DIFFERS_SHARE * delta;
  }

  /** What is left of delta when the shares are taken away. */
  static double withoutReserve(double delta, boolean lossy) {
    return withoutRounding(delta * (1 - DIFFERS_SHARE - (lossy ? MASS_SHARE : 0)));
  }

  /** What is left of delta when what covers rounding is taken away. */
  static double withoutRounding(double delta) {
    return delta * (1 - ROUNDING);
  }

  /** Exact where the sum is, as that of whole numbers. */
  private static double upward(double sum, double more) {
    double rounded = sum + more;
    double taken = rounded - sum;
    double lost = (sum - (rounded - taken)) + (more - taken);
    return lost > 0 ? Math.nextUp(rounded) : rounded;
  }
}
