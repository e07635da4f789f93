package org.shuffledcheckin.accountant.filter;

import java.util.function.DoublePredicate;

/**
 * Remembers up to where an amount is known to fit and from where on it is known not to, and asks
 * ahead: a question takes two evaluations at most, and a whole lifetime of them about twenty.
 *
 * <p>What was proven for an amount holds for every smaller one, which is a post-processing of it;
 * refusing what is larger than a refused one is safe. So nothing rests on the computed bounds being
 * monotone, and two capacities that were asked different questions may differ, within what is
 * proven.
 */
final class Capacity {
  private final DoublePredicate fits;
  private double proven;
  private double refused = Double.POSITIVE_INFINITY;

  Capacity(DoublePredicate fits) {
    this.fits = fits;
  }

  /** Whether an amount fits. */
  synchronized boolean holds(double amount) {
    if (amount > proven && amount < refused) {
      judge(0.5 * (amount + Math.min(refused, 4 * amount)));
    }
    if (amount > proven && amount < refused) {
      judge(amount);
    }
    return amount <= proven;
  }

  private void judge(double amount) {
    if (fits.test(amount)) {
      proven = amount;
    } else {
      refused = amount;
    }
  }
}
