package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import org.shuffledcheckin.accountant.testing.Decimals;

/**
 * One outcome of a pair, or one kind of point of two Poisson processes.
 *
 * @param p its mass under the first law, above 0
 * @param q its mass under the second, above 0
 */
record Outcome(BigDecimal p, BigDecimal q) {
  /** e^-loss. */
  BigDecimal ratio() {
    return q.divide(p, Decimals.DIGITS);
  }
}
