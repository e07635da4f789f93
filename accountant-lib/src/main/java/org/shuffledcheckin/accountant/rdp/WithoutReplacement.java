package org.shuffledcheckin.accountant.rdp;

import java.util.function.IntToDoubleFunction;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * Bounds the Rényi divergence of a mechanism that runs on a uniformly drawn subset of fixed size
 * (Wang, Balle and Kasiviswanathan 2019, Theorem 9), for integer orders.
 *
 * <p>The result bounds from above exactly if the divergences put in do. The paper's appendix drops
 * powers in this theorem; here they are ζ(2)², ζ(j)^j and (e^{ε(∞)} − 1)^j.
 */
public final class WithoutReplacement {
  private static final double LARGE_EXPONENT = 600;

  private WithoutReplacement() {}

  /**
   * Returns the divergence after subsampling.
   *
   * @param order the integer order, at least 2
   * @param rate the fraction drawn, in [0, 1]
   * @param base the divergence of the mechanism on the subset, for orders 2 to {@code order}
   * @param maxDivergence the mechanism's ε(∞), infinite where it has none
   */
  public static double divergence(
      int order, double rate, IntToDoubleFunction base, double maxDivergence) {
    return LogSpace.log1pExp(logExcess(order, rate, base, maxDivergence)) / (order - 1);
  }

  /** Returns the logarithm of the moment minus 1, precise also where the moment is nearly 1. */
  public static double logExcess(
      int order, double rate, IntToDoubleFunction base, double maxDivergence) {
    Arguments.requireAtLeast("order", order, 2);
    Arguments.requireProbability("rate", rate);
    if (rate == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double logRate = Math.log(rate);
    double logMaximum = Math.log(Math.expm1(maxDivergence));
    double[] terms = new double[order - 1];
    double logChoose = Math.log(order);
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 2; j <= order; j++) {
      logChoose += Math.log((double) (order - j + 1) / j);
      terms[j - 2] = logChoose + j * logRate + logTernary(j, base.applyAsDouble(j), logMaximum);
      largest = Math.max(largest, terms[j - 2]);
    }
    return logSum(terms, largest);
  }

  /** Logarithm of the bound on the j-th ternary moment, ζ(j)^j. */
  private static double logTernary(int j, double divergence, double logMaximum) {
    double general = (j - 1) * divergence + Math.min(Math.log(2), j * logMaximum);
    return j > 2 ? general : Math.min(Math.log(4) + SecondOrder.logExpm1(divergence), general);
  }

  private static double logSum(double[] terms, double largest) {
    if (Double.isInfinite(largest)) {
      return largest;
    }
    double shift = largest > LARGE_EXPONENT || largest < -LARGE_EXPONENT ? largest : 0;
    double sum = 0;
    for (double term : terms) {
      sum += Math.exp(term - shift);
    }
    return shift + Math.log(sum);
  }
}
