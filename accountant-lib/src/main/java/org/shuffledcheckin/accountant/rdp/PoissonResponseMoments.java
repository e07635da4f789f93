package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * Computes the Rényi divergence of one round of Poisson check-in with binary responses on the pair
 * of data sets where all other records agree with one of the two: γn/((λ−1)(e0+1))·[(1 + d/n)^λ − 1
 * + e0·((1 − d/(n·e0))^λ − 1)] with d = e0 − 1. From order 2 on no pair of data sets has more, so
 * that it is the exact supremum, an upper and a lower bound (privacy analysis, section 7b); below
 * order 2 it is exact for that pair, hence a lower bound only.
 *
 * @param clients number of clients n
 * @param checkInRate mean number of reports of a client
 * @param epsilon0 of one response
 */
public record PoissonResponseMoments(long clients, double checkInRate, double epsilon0) {
  /** Validates the arguments. */
  public PoissonResponseMoments {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requirePositive("epsilon0", epsilon0);
  }

  /** Returns the divergence at a real order above 1; infinite where it overflows. */
  public double divergence(double order) {
    Arguments.requireOrder(order);
    double excess = -Math.expm1(-epsilon0);
    double small = Math.exp(-epsilon0);
    double up = Math.log1p(Math.expm1(epsilon0) / clients);
    double down = Math.log1p(-excess / clients);
    // What is linear in the ratios cancels between the two: the rest is positive.
    double sum = small * SecondOrder.powerExcess(order, up) + SecondOrder.powerExcess(order, down);
    double divergence = checkInRate * clients * sum / ((1 + small) * (order - 1));
    return checkInRate == 0 ? 0 : divergence >= 0 ? divergence : Double.POSITIVE_INFINITY;
  }
}
