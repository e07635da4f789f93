package org.shuffledcheckin.accountant.rdp;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.SecondOrder;
import org.shuffledcheckin.accountant.sums.SumNoise;

/**
 * Bounds the Rényi divergence of distributed check-in where sums of few reports are never released,
 * if every other report arrives. Without that least number the rare rounds of one report decide,
 * and the bound says nothing.
 *
 * <p>Given k reports it is the smaller of Wang's bound for subsets and of the Gaussian mechanism
 * itself; smaller numbers than the least contribute nothing.
 *
 * @param clients honest clients that flip a coin
 * @param checkInRate probability of heads
 * @param leastReports sums of fewer are never released
 * @param noise of a sum
 */
public record SummedMoments(long clients, double checkInRate, long leastReports, SumNoise noise) {
  /** Validates the arguments. */
  public SummedMoments {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requireAtLeast("least reports", leastReports, 0);
    Objects.requireNonNull(noise, "noise");
  }

  /** Returns the bound at an integer order of at least 2. */
  public double divergence(int order) {
    double logExcess =
        CheckInMixture.logExcess(clients, checkInRate, (from, to) -> bound(order, from, to));
    return CheckInMixture.divergence(logExcess, order);
  }

  /** More check-ins sample more, fewer check-ins carry less noise: both at their worst. */
  private double bound(int order, long from, long to) {
    long fewest = Math.max(from, Math.max(1, leastReports));
    if (fewest > to) {
      return Double.NEGATIVE_INFINITY;
    }
    double mu = noise.mu(fewest);
    double perOrder = mu * mu / 2;
    double sampled =
        WithoutReplacement.logExcess(
            order, (double) to / clients, j -> j * perOrder, Double.POSITIVE_INFINITY);
    double whole = (order - 1.0) * order * perOrder;
    return Math.min(sampled, SecondOrder.logExpm1(whole));
  }
}
