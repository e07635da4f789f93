package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.UpperBound;

/**
 * Bounds a mechanism's Rényi divergence from above at every order, so that it composes by addition
 * and converts to an {@link UpperBound}. Instances come from proven building blocks only.
 */
public final class UpperRdpCurve {
  /** Largest integer order that the conversions search where only integers are defined. */
  private static final int INTEGER_ORDERS = 256;

  /** Covers rounding, on delta as well as on epsilon. */
  private static final double ROUNDING = 1e-10;

  private final String method;
  private final CurveFunction curve;

  private UpperRdpCurve(String method, CurveFunction curve) {
    this.method = method;
    this.curve = curve;
  }

  /** Returns the exact curve of the Gaussian mechanism with mean shift mu: order·mu²/2. */
  public static UpperRdpCurve gaussian(double mu) {
    if (!(mu >= 0 && mu < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("mu must be finite and at least 0 but is " + mu);
    }
    return new UpperRdpCurve(
        "gaussian-rdp", new CurveFunction(order -> order * mu * mu / 2, CurveFunction.REAL_ORDERS));
  }

  /**
   * Returns the curve of one round of distributed check-in: n clients flip a coin, and only the sum
   * of the noisy reports of those whose coin said yes is seen.
   */
  public static UpperRdpCurve distributedCheckIn(DistributedCheckIn round) {
    return new UpperRdpCurve(
        "distributed-check-in-rdp",
        new CurveFunction(order -> round.divergence((int) order), INTEGER_ORDERS));
  }

  /** Returns the curve of one round whose sums hold a least number of reports. */
  public static UpperRdpCurve sums(SummedMoments round) {
    return new UpperRdpCurve(
        "summed-check-in-rdp",
        new CurveFunction(order -> round.divergence((int) order), INTEGER_ORDERS));
  }

  /** Returns the curve of this mechanism on a uniformly drawn subset of the given fraction. */
  public UpperRdpCurve onSubsample(double rate) {
    return new UpperRdpCurve(
        method + "-without-replacement", curve.withoutReplacement(rate, INTEGER_ORDERS));
  }

  /** Returns the curve of this many repetitions, each of which may see the results before it. */
  public UpperRdpCurve times(long rounds) {
    return new UpperRdpCurve(method, curve.times(rounds));
  }

  /** Returns the smallest epsilon that the curve implies at delta. */
  public UpperBound epsilon(double delta) {
    double epsilon = curve.epsilon(delta * (1 - ROUNDING));
    return new UpperBound(epsilon * (1 + ROUNDING), delta, method);
  }

  /**
   * Returns the divergence at an order.
   *
   * @throws IllegalArgumentException if the order is not above 1, or not an integer where the curve
   *     is only defined on integers
   */
  public double at(double order) {
    return curve.at(order);
  }
}
