package org.shuffledcheckin.accountant.rdp;

import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.UpperBound;

/**
 * Bounds a mechanism's Rényi divergence from above at every order, so that it composes by addition
 * and converts to an {@link UpperBound}.
 *
 * <p>Instances come from proven building blocks only; {@link #assumingProven} is the one door for
 * curves that are proven elsewhere.
 */
public final class UpperRdpCurve implements RdpCurve {
  /** Largest integer order that the conversions search where only integers are defined. */
  private static final int INTEGER_ORDERS = 256;

  private final String method;
  private final CurveFunction curve;

  private UpperRdpCurve(String method, CurveFunction curve) {
    this.method = Objects.requireNonNull(method, "method");
    this.curve = curve;
  }

  /** Returns the curve of a mechanism that releases nothing. */
  public static UpperRdpCurve nothing() {
    return new UpperRdpCurve("rdp", new CurveFunction(order -> 0, CurveFunction.REAL_ORDERS, 0));
  }

  /** Returns the tight curve of an epsilon-DP mechanism: that of binary randomised response. */
  public static UpperRdpCurve pureDp(double epsilon) {
    return new UpperRdpCurve(
        "pure-dp-rdp",
        new CurveFunction(
            order -> PureDp.divergence(order, epsilon), CurveFunction.REAL_ORDERS, epsilon));
  }

  /** Returns the exact curve of the Gaussian mechanism with mean shift mu: order·mu²/2. */
  public static UpperRdpCurve gaussian(double mu) {
    if (!(mu >= 0 && mu < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("mu must be finite and at least 0 but is " + mu);
    }
    return new UpperRdpCurve(
        "gaussian-rdp",
        new CurveFunction(
            order -> order * mu * mu / 2, CurveFunction.REAL_ORDERS, Double.POSITIVE_INFINITY));
  }

  /**
   * Returns the curve of one round of distributed check-in: n clients flip a coin, and only the sum
   * of the noisy reports of those whose coin said yes is seen.
   */
  public static UpperRdpCurve distributedCheckIn(DistributedCheckIn round) {
    return new UpperRdpCurve(
        "distributed-check-in-rdp",
        new CurveFunction(
            order -> round.divergence((int) order), INTEGER_ORDERS, Double.POSITIVE_INFINITY));
  }

  /**
   * Wraps a function that the caller has proven to bound the divergence of a mechanism and of its
   * mirror image at every real order above 1. Nothing here can check that.
   */
  public static UpperRdpCurve assumingProven(String method, DoubleUnaryOperator divergence) {
    return new UpperRdpCurve(
        method, new CurveFunction(divergence, CurveFunction.REAL_ORDERS, Double.POSITIVE_INFINITY));
  }

  /** Returns the curve of this mechanism on a uniformly drawn subset of the given fraction. */
  public UpperRdpCurve onSubsample(double rate) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate must be in [0, 1] but is " + rate);
    }
    return new UpperRdpCurve(
        method + "-without-replacement", curve.withoutReplacement(rate, INTEGER_ORDERS));
  }

  /** Returns the curve of this many adaptive repetitions. */
  public UpperRdpCurve times(long rounds) {
    return new UpperRdpCurve(method, curve.times(rounds));
  }

  /** Returns the curve of this mechanism followed, adaptively, by another. */
  public UpperRdpCurve plus(UpperRdpCurve other) {
    String name = method.equals(other.method) ? method : method + "+" + other.method;
    return new UpperRdpCurve(name, curve.plus(other.curve));
  }

  /** Returns the smallest epsilon that the curve implies at delta. */
  public UpperBound epsilon(double delta) {
    return new UpperBound(curve.epsilon(delta), delta, method);
  }

  /** Returns the smallest delta that the curve implies at epsilon. */
  public UpperBound delta(double epsilon) {
    return new UpperBound(epsilon, curve.delta(epsilon), method);
  }

  @Override
  public double at(double order) {
    return curve.at(order);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public Kind kind() {
    return Kind.UPPER_BOUND;
  }
}
