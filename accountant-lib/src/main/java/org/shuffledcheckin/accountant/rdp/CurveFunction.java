package org.shuffledcheckin.accountant.rdp;

import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.Arguments;

/**
 * A curve without its kind: the arithmetic that both kinds share.
 *
 * @param function the divergence at an order
 * @param maxOrder the largest order searched; 0 for a curve that is defined on all reals above 1
 */
record CurveFunction(DoubleUnaryOperator function, int maxOrder) {
  static final int REAL_ORDERS = 0;

  /** Of a mechanism that releases nothing. */
  private static final CurveFunction NOTHING = new CurveFunction(order -> 0, REAL_ORDERS);

  double at(double order) {
    Arguments.requireOrder(order);
    if (maxOrder > 0 && order != Math.rint(order)) {
      throw new IllegalArgumentException("order must be an integer of at least 2 but is " + order);
    }
    return function.applyAsDouble(order);
  }

  CurveFunction times(long rounds) {
    Arguments.requireAtLeast("rounds", rounds, 0);
    return rounds == 0
        ? NOTHING
        : new CurveFunction(order -> rounds * function.applyAsDouble(order), maxOrder);
  }

  CurveFunction withoutReplacement(double rate, int orders) {
    Arguments.requireProbability("rate", rate);
    return new CurveFunction(
        order ->
            WithoutReplacement.divergence(
                (int) order, rate, function::applyAsDouble, Double.POSITIVE_INFINITY),
        orders);
  }

  double epsilon(double delta) {
    Arguments.requireRate("delta", delta);
    if (equals(NOTHING)) {
      return 0;
    }
    DoubleUnaryOperator atOrder = order -> RdpConversion.epsilonAtOrder(order, at(order), delta);
    RdpConversion.AtOrder best =
        maxOrder == REAL_ORDERS
            ? RdpConversion.minimiseOverReals(atOrder)
            : RdpConversion.minimiseOverIntegers(maxOrder, atOrder::applyAsDouble);
    return Math.max(0, best.value());
  }
}
