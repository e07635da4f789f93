package org.shuffledcheckin.accountant.filter;

import java.util.function.DoublePredicate;

/**
 * Remembers up to where an amount is known to fit and from where on it is known not to, and asks
 * ahead: a whole lifetime of questions takes about twenty evaluations.
 */
final class Capacity {
  /** From this relative distance on the amount itself is judged. */
  private static final double CLOSE = 1e-4;

  private final DoublePredicate fits;
  private double proven;
  private double refused = Double.POSITIVE_INFINITY;

  Capacity(DoublePredicate fits) {
    this.fits = fits;
  }

  /** Whether an amount fits. */
  synchronized boolean holds(double amount) {
    while (amount > proven && amount < refused) {
      judge(ahead(amount));
    }
    return amount <= proven;
  }

  private double ahead(double amount) {
    double most = Math.min(refused, 4 * amount);
    return most - amount <= CLOSE * amount ? amount : 0.5 * (amount + most);
  }

  private void judge(double amount) {
    if (fits.test(amount)) {
      proven = amount;
    } else {
      refused = amount;
    }
  }
}
