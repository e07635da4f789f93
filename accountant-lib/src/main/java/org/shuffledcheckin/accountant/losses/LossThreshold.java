package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.numeric.CountLaw;
import org.shuffledcheckin.accountant.numeric.Poisson;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The threshold form of the theorem on lost reports, valid for every law and randomiser.
 *
 * <p>If the reports of x honest clients would not arrive, the batch is released only if those x
 * drew at most {@code lossLimit} reports together. Where that has probability at most {@code mass}
 * the round may as well tell everything with that probability. Otherwise x is small, and the
 * clients whose reports arrive are many: more of them never hide less.
 *
 * @param lossLimit how many reports may be missing
 * @param rate of each client's draw
 * @param law of that draw
 * @param mass the mass at infinite loss that a round is given
 */
record LossThreshold(long lossLimit, double rate, CheckInLaw law, double mass) {
  /**
   * The mass that everybody uses, chosen once: a million rounds take a hundredth of a delta of
   * 1e-5, and a smaller mass would take more clients.
   */
  static final double MASS = 1e-13;

  /** Far above the error of the tails, which is about 1e-12. */
  private static final double ROUNDING = 1e-9;

  private static final long MOST_CLIENTS = 1L << 49;

  /** How many of the honest clients are counted on; below 1 if there are too few. */
  long clients(long honest) {
    return honest - lost(honest + 1) + 1;
  }

  /** The smallest number of honest clients that hide anybody. */
  long fewest() {
    return lost(MOST_CLIENTS);
  }

  /** How many lost clients are noticed, all but certainly; {@code most} if not even that many. */
  private long lost(long most) {
    return Search.smallest(1, most, lost -> drawn(lost).cdf(lossLimit) <= mass * (1 - ROUNDING));
  }

  /** The law of what so many clients draw together. */
  private CountLaw drawn(long clients) {
    return law == CheckInLaw.POISSON ? new Poisson(clients * rate) : new Binomial(clients, rate);
  }
}
