package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * Computes the Rényi divergence of the shuffled Gaussian reports of n clients on the pair of data
 * sets that differ in one record while all the others agree: the paper's Theorem 3 for check-in
 * rate 1, its check-in form for smaller rates. Exact for that pair, hence a lower bound on the
 * mechanism's divergence; nothing more.
 *
 * <p>The likelihood ratio is the mean of n independent variables. Its excess over 1 has central
 * moments that are the coefficients of the n-th power of a power series, and those follow from a
 * quadratic recurrence (J. C. P. Miller's). Every sum here has terms of one sign, so the result
 * keeps its relative precision from 1e-15 to 1e7, for n up to 1e9 and beyond, at a cost of
 * O(order²) for all orders together. The paper enumerates integer partitions instead.
 *
 * @param clients number of clients n
 * @param checkInRate probability of a client to report
 * @param shift distance of the two records, divided by the noise's standard deviation
 */
public record ShuffleGaussianMoments(long clients, double checkInRate, double shift) {
  /** Validates the arguments. */
  public ShuffleGaussianMoments {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requireBetween("shift", shift, 0, 1e6);
  }

  /** Returns the divergence at one integer order. */
  public double divergence(int order) {
    return divergences(order)[order];
  }

  /** Returns the divergences at all integer orders; index λ holds order λ, 0 and 1 hold 0. */
  public double[] divergences(int maxOrder) {
    Arguments.requireAtLeast("order", maxOrder, 2);
    double[] result = new double[maxOrder + 1];
    if (checkInRate == 0 || shift == 0) {
      return result;
    }
    ScaledSeries central = meanSeries(maxOrder);
    ScaledSeries inverseFactorials = inverseFactorials(maxOrder + 1);
    ScaledSeries excess = new ScaledSeries(maxOrder + 1);
    double logFactorial = 0;
    for (int order = 2; order <= maxOrder; order++) {
      logFactorial += Math.log(order);
      excess.setConvolution(order, 1, central, inverseFactorials, order, 2, order);
      result[order] = LogSpace.log1pExp(excess.log(order) + logFactorial) / (order - 1);
    }
    return result;
  }

  /** Central moments of the mean, each divided by the factorial of its order. */
  private ScaledSeries meanSeries(int maxOrder) {
    ScaledSeries one = oneClientSeries(maxOrder);
    return clients >= maxOrder ? powerByRecurrence(one) : powerBySquaring(one);
  }

  /** Central moments of one client's share of the mean, each divided by its factorial. */
  private ScaledSeries oneClientSeries(int maxOrder) {
    ScaledSeries report = reportSeries(maxOrder);
    ScaledSeries result = new ScaledSeries(maxOrder + 1);
    double logClients = Math.log((double) clients);
    ScaledSeries power = new ScaledSeries(1);
    result.set(0, 1, 0);
    for (int j = 2; j <= maxOrder; j++) {
      power.setExp(0, -j * logClients);
      result.setProduct(j, checkInRate, report, j, power, 0);
    }
    return result;
  }

  /**
   * Moments of r − 1, each divided by its factorial, for the log-normal likelihood ratio r of one
   * report. With θ = exp(shift²) − 1 the generating function N satisfies N′(x) = exp(θx)·N((1+θ)x)
   * − N(x); read coefficient by coefficient that is a recurrence without a minus sign.
   */
  private ScaledSeries reportSeries(int maxOrder) {
    double a = shift * shift;
    double logTheta = SecondOrder.logExpm1(a);
    ScaledSeries moments = new ScaledSeries(maxOrder + 1);
    ScaledSeries stretched = new ScaledSeries(maxOrder + 1);
    ScaledSeries exponential = new ScaledSeries(maxOrder + 1);
    ScaledSeries scratch = new ScaledSeries(2);
    double logFactorial = 0;
    moments.set(0, 1, 0);
    for (int j = 0; j < maxOrder; j++) {
      logFactorial += j < 2 ? 0 : Math.log(j);
      exponential.setExp(j, j * logTheta - logFactorial);
      scratch.setExp(0, a * j);
      stretched.setProduct(j, 1, moments, j, scratch, 0);
      next(moments, j, stretched, exponential, scratch, j == 0 ? 0 : SecondOrder.logExpm1(a * j));
    }
    return moments;
  }

  private static void next(
      ScaledSeries moments,
      int j,
      ScaledSeries stretched,
      ScaledSeries exponential,
      ScaledSeries scratch,
      double logGrowth) {
    if (j == 0) {
      return;
    }
    ScaledSeries parts = new ScaledSeries(2);
    ScaledSeries ones = new ScaledSeries(2);
    parts.setConvolution(0, 1, stretched, exponential, j, 0, j - 1);
    scratch.setExp(1, logGrowth);
    parts.setProduct(1, 1, moments, j, scratch, 1);
    ones.set(0, 1, 0);
    ones.set(1, 1, 0);
    moments.setConvolution(j + 1, 1.0 / (j + 1), parts, ones, 1, 0, 1);
  }

  /** n-th power; for n ≥ order all weights are positive. */
  private ScaledSeries powerByRecurrence(ScaledSeries base) {
    ScaledSeries power = new ScaledSeries(base.size());
    power.set(0, 1, 0);
    double next = clients + 1.0;
    for (int m = 1; m < base.size(); m++) {
      power.setConvolution(m, 1.0 / m, base, power, m, 1, m, next, -m);
    }
    return power;
  }

  /** n-th power by repeated squaring, for n below the order. */
  private ScaledSeries powerBySquaring(ScaledSeries base) {
    ScaledSeries result = new ScaledSeries(base.size());
    result.set(0, 1, 0);
    ScaledSeries square = base;
    for (long left = clients; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result = product(result, square);
      }
      if (left > 1) {
        square = product(square, square);
      }
    }
    return result;
  }

  private static ScaledSeries product(ScaledSeries left, ScaledSeries right) {
    ScaledSeries result = new ScaledSeries(left.size());
    for (int m = 0; m < left.size(); m++) {
      result.setConvolution(m, 1, left, right, m, 0, m);
    }
    return result;
  }

  private static ScaledSeries inverseFactorials(int size) {
    ScaledSeries result = new ScaledSeries(size);
    result.set(0, 1, 0);
    for (int j = 1; j < size; j++) {
      result.setScaled(j, 1.0 / j, result, j - 1);
    }
    return result;
  }
}
