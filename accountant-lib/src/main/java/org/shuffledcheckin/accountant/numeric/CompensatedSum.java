package org.shuffledcheckin.accountant.numeric;

/**
 * Adds doubles up and keeps what each addition rounds off (Neumaier 1974).
 *
 * <p>The sum of n terms is off by at most two units of rounding of itself and n² squared units of
 * the absolute terms: for positive terms nothing to speak of, however many there are.
 */
public final class CompensatedSum {
  private double sum;
  private double lost;

  /** Adds a term. */
  public void add(double term) {
    double next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }

  /** The sum so far. */
  public double value() {
    return sum + lost;
  }
}
