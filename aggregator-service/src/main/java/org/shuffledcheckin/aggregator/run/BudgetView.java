package org.shuffledcheckin.aggregator.run;

import java.util.OptionalLong;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.UpperBound;

/**
 * The budget of a run at one moment.
 *
 * @param spent proven cost of all charged rounds
 * @param limit what may be spent
 * @param roundsLeft how many more rounds like the last the limit allows; empty until that is worked
 *     out
 */
public record BudgetView(UpperBound spent, Budget limit, OptionalLong roundsLeft) {
  /** Epsilon below the limit. */
  public double left() {
    return Math.max(0, limit.epsilon() - spent.epsilon());
  }
}
