package org.shuffledcheckin.accountant.rdp;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.PaperValue;

/**
 * Holds a curve as the paper's formulas give it, on integer orders. It composes and converts as the
 * paper does, always to a {@link PaperValue}; it guarantees nothing.
 */
public final class PaperRdpCurve {
  private final String method;
  private final CurveFunction curve;

  private PaperRdpCurve(String method, CurveFunction curve) {
    this.method = Objects.requireNonNull(method, "method");
    this.curve = curve;
  }

  /**
   * Creates a curve.
   *
   * @param maxOrder the largest order that the conversion searches, at least 2
   */
  public static PaperRdpCurve of(String method, int maxOrder, IntToDoubleFunction divergence) {
    Arguments.requireAtLeast("largest order", maxOrder, 2);
    // Curves are asked again for every number of rounds, and each order is dear.
    Map<Integer, Double> known = new ConcurrentHashMap<>();
    return new PaperRdpCurve(
        method,
        new CurveFunction(
            order -> known.computeIfAbsent((int) order, divergence::applyAsDouble), maxOrder));
  }

  /** Returns the curve of this many repetitions. */
  public PaperRdpCurve times(long rounds) {
    return new PaperRdpCurve(method, curve.times(rounds));
  }

  /** Returns what the paper's conversion makes of the curve at delta. */
  public PaperValue epsilon(double delta) {
    return new PaperValue(curve.epsilon(delta), delta, method);
  }

  /** Returns the divergence at an integer order of at least 2. */
  public double at(int order) {
    return curve.at(order);
  }
}
