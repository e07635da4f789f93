package org.shuffledcheckin.accountant.paper;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.lowerbound.ShuffleGaussianMoments;
import org.shuffledcheckin.accountant.rdp.DistributedCheckIn;
import org.shuffledcheckin.accountant.rdp.WithoutReplacement;

/** What the paper prints about the Gaussian mechanism beyond Theorem 3. All of kind PAPER. */
public final class GaussianTheorems {
  private GaussianTheorems() {}

  /**
   * Theorem 4 as printed, the divergence of distributed check-in summed from k = 1. Without the
   * term k = 0 the weights do not sum to 1 and the result can be negative; {@link
   * DistributedCheckIn#divergence} is the bound.
   */
  public static double distributedAsPrinted(DistributedCheckIn round, int order) {
    double logExcess = round.logExcess(order);
    if (logExcess > 600) {
      return logExcess / (order - 1);
    }
    double logEmpty = round.clients() * Math.log1p(-round.checkInRate());
    double excess = Math.exp(logExcess);
    double log =
        logEmpty < -1
            ? Math.log1p(excess - Math.exp(logEmpty))
            : Math.log(excess - Math.expm1(logEmpty));
    return log / (order - 1);
  }

  /**
   * Theorem 5, the divergence of m shuffled Gaussian reports drawn from n. It feeds the lower bound
   * of Theorem 3 to an upper bound for subsampling, so the result bounds nothing.
   */
  public static double subsampledShuffle(long clients, long drawn, int order, double shift) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireBetween("m", drawn, 1, clients);
    double[] shuffled = new ShuffleGaussianMoments(drawn, 1, shift).divergences(order);
    return WithoutReplacement.divergence(
        order, (double) drawn / clients, j -> shuffled[j], Double.POSITIVE_INFINITY);
  }
}
