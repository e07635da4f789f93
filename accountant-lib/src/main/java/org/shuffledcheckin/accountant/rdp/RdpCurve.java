package org.shuffledcheckin.accountant.rdp;

import org.shuffledcheckin.accountant.Kind;

/**
 * States a Rényi divergence for every order, together with what it is worth.
 *
 * <p>The three kinds are three types. Only {@link UpperRdpCurve} converts to an {@link
 * org.shuffledcheckin.accountant.UpperBound}; {@link PaperRdpCurve} converts to a {@link
 * org.shuffledcheckin.accountant.PaperValue}; {@link LowerRdpCurve} does not convert at all,
 * because a lower bound on Rényi divergence implies no lower bound on epsilon at a given delta.
 */
public sealed interface RdpCurve permits UpperRdpCurve, LowerRdpCurve, PaperRdpCurve {
  /**
   * Returns the divergence at an order.
   *
   * @throws IllegalArgumentException if the order is not above 1, or not an integer where the curve
   *     is only defined on integers
   */
  double at(double order);

  /** Names the analysis. */
  String method();

  /** What the curve is worth. */
  Kind kind();
}
