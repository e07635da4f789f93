package org.shuffledcheckin.accountant.paper;

import org.shuffledcheckin.accountant.Arguments;

/**
 * Evaluates the paper's Theorem 3 by its Algorithm 2: a sum over all integer partitions of the
 * order. Kept as an independent check of the fast series; its cost grows like the partition number,
 * already 37338 at order 40 and 10^8 at order 90.
 *
 * <p>Corrected against the printed algorithm: the exponent carries 1/(2σ²), the multiplicity counts
 * the zeros (κ₀ = n − parts), partitions of more than n parts are skipped, and the logarithm of the
 * sum, divided by order − 1, is returned.
 */
public final class PartitionEnumeration {
  private final long clients;
  private final int order;
  private final double shift;
  private final double logClients;
  private final double[] logFactorials;
  private double largest = Double.NEGATIVE_INFINITY;
  private double sum;

  private PartitionEnumeration(long clients, int order, double shift) {
    this.clients = clients;
    this.order = order;
    this.shift = shift;
    this.logClients = Math.log((double) clients);
    this.logFactorials = new double[order + 1];
    for (int i = 2; i <= order; i++) {
      logFactorials[i] = logFactorials[i - 1] + Math.log(i);
    }
  }

  /**
   * Returns the divergence of n shuffled Gaussian reports at an integer order from 2 to 90.
   *
   * @param shift distance of the two records divided by the noise's standard deviation
   */
  public static double divergence(long clients, int order, double shift) {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireBetween("order", order, 2, 90);
    PartitionEnumeration enumeration = new PartitionEnumeration(clients, order, shift);
    enumeration.extend(order, order, 0, 0, 0);
    return (enumeration.largest + Math.log(enumeration.sum)) / (order - 1);
  }

  /**
   * Extends a partition by parts of at most {@code part}, {@code part} itself repeated.
   *
   * @param logWeight logarithm of what the parts so far contribute
   * @param squares sum of the squares of the parts so far
   */
  private void extend(int left, int part, int parts, double logWeight, int squares) {
    if (left == 0) {
      add(logWeight, squares, parts);
      return;
    }
    if (part == 1) {
      extend(0, 0, parts + left, logWeight - logFactorials[left], squares + left);
      return;
    }
    for (int repeats = left / part; repeats >= 0; repeats--) {
      extend(
          left - repeats * part,
          part - 1,
          parts + repeats,
          logWeight - repeats * logFactorials[part] - logFactorials[repeats],
          squares + repeats * part * part);
    }
  }

  private void add(double logWeight, int squares, int parts) {
    if (parts > clients) {
      return;
    }
    double log = logFactorials[order] + logWeight - (order - parts) * logClients;
    for (int i = 1; i < parts; i++) {
      log += Math.log1p(-(double) i / clients);
    }
    log += (squares - order) * shift * shift / 2;
    if (log > largest) {
      sum = sum * Math.exp(largest - log) + 1;
      largest = log;
    } else {
      sum += Math.exp(log - largest);
    }
  }
}
