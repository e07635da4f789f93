package org.shuffledcheckin.accountant.sums;

import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * How many honest clients' reports would arrive, and how many of them do, whoever chooses the
 * clients whose reports get lost: all but a mass of {@link #MASS} of the rounds that are released
 * have at least this many of both.
 *
 * @param honest how many honest clients pledged
 * @param lossLimit how many pledged reports may be missing
 * @param rate of each client's coin
 */
record Arrivals(long honest, long lossLimit, double rate) {
  /**
   * The mass at infinite loss that every round is given, that of the threshold form for lost
   * reports: a million rounds take a hundredth of a delta of 1e-5.
   */
  static final double MASS = 1e-13;

  /** Far above the error of the tails, which is about 1e-12. */
  private static final double ROUNDING = 1e-9;

  /**
   * How many clients' reports would arrive; below 1 if so many may be lost that nobody hides. If
   * fewer would, more reports than the limit are missing, all but certainly.
   */
  long clients() {
    long noticed =
        Search.smallest(
            1, honest + 1, lost -> new Binomial(lost, rate).cdf(lossLimit) <= below(MASS));
    return honest - noticed + 1;
  }

  /**
   * How many of their reports arrive, all but certainly. Smaller by the share 1 - rate of the mass,
   * because a pair that tells everything with a probability beside its own hockey stick has both,
   * and its own is at most the rate.
   */
  long reports() {
    return new Binomial(clients(), rate).lowerQuantile(below(MASS * (1 - rate))) + 1;
  }

  private static double below(double mass) {
    return mass * (1 - ROUNDING);
  }
}
