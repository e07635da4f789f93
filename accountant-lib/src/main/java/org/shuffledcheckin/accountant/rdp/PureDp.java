package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/** Converts pure differential privacy to Rényi divergence. */
public final class PureDp {
  private PureDp() {}

  /**
   * Returns the largest Rényi divergence that an epsilon-DP mechanism can have: that of binary
   * randomised response. Proven and attained.
   */
  public static double divergence(double order, double epsilon) {
    Arguments.requireOrder(order);
    Arguments.requireEpsilon(epsilon);
    if (epsilon == Double.POSITIVE_INFINITY) {
      return epsilon;
    }
    // The moment is q·x^(order−1) + (1−q)·x^(1−order) at x = e^epsilon, that is, an average of
    // (P/Q)^order over the two answers; its excess over 1 has two terms of one sign.
    double likely = 1 / (1 + Math.exp(-epsilon));
    double unlikely = 1 / (1 + Math.exp(epsilon));
    if (order * epsilon > 600) {
      double first = Math.log(likely) + (order - 1) * epsilon;
      double second = Math.log(unlikely) - (order - 1) * epsilon;
      return (first + LogSpace.log1pExp(second - first)) / (order - 1);
    }
    double excess =
        unlikely * SecondOrder.powerExcess(order, epsilon)
            + likely * SecondOrder.powerExcess(order, -epsilon);
    return Math.log1p(excess) / (order - 1);
  }
}
