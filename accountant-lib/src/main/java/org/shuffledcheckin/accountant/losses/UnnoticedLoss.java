package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;

/**
 * How likely a batch is released although the reports of some honest clients never arrive: those
 * clients must have drawn few enough.
 *
 * @param lossLimit how many reports may be missing
 * @param rate of each client's draw
 * @param law of that draw
 */
record UnnoticedLoss(long lossLimit, double rate, CheckInLaw law) {
  /** Far above the error of the tails, which is about 1e-12. */
  private static final double ROUNDING = 1e-9;

  /** The probability, rounded up, that so many clients draw at most the limit together. */
  double probability(long lost) {
    return Math.min(1, drawn(lost).cdf(lossLimit) * (1 + ROUNDING));
  }

  private CountLaw drawn(long clients) {
    return law == CheckInLaw.POISSON ? new Poisson(clients * rate) : new Binomial(clients, rate);
  }
}
