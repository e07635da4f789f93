package org.shuffledcheckin.accountant.rdp;

import java.util.function.DoubleUnaryOperator;

/**
 * A curve without its kind: the arithmetic that all three kinds share.
 *
 * @param function the divergence at an order
 * @param maxOrder the largest order searched; 0 for a curve that is defined on all reals above 1
 * @param maxDivergence the divergence at order infinity, infinite where there is none
 */
record CurveFunction(DoubleUnaryOperator function, int maxOrder, double maxDivergence) {
  static final int REAL_ORDERS = 0;

  double at(double order) {
    RdpConversion.requireOrder(order);
    if (maxOrder > 0 && order != Math.rint(order)) {
      throw new IllegalArgumentException("order must be an integer of at least 2 but is " + order);
    }
    return function.applyAsDouble(order);
  }

  CurveFunction times(long rounds) {
    if (rounds < 0) {
      throw new IllegalArgumentException("rounds must be at least 0 but is " + rounds);
    }
    return new CurveFunction(
        order -> rounds == 0 ? 0 : rounds * function.applyAsDouble(order),
        maxOrder,
        rounds == 0 ? 0 : rounds * maxDivergence);
  }

  CurveFunction plus(CurveFunction other) {
    int orders =
        maxOrder == REAL_ORDERS || other.maxOrder == REAL_ORDERS
            ? Math.max(maxOrder, other.maxOrder)
            : Math.min(maxOrder, other.maxOrder);
    return new CurveFunction(
        order -> function.applyAsDouble(order) + other.function.applyAsDouble(order),
        orders,
        maxDivergence + other.maxDivergence);
  }

  CurveFunction withoutReplacement(double rate, int orders) {
    return new CurveFunction(
        order ->
            WithoutReplacement.divergence(
                (int) order, rate, function::applyAsDouble, maxDivergence),
        orders,
        Math.log1p(rate * Math.expm1(maxDivergence)));
  }

  double epsilon(double delta) {
    RdpConversion.requireDelta(delta);
    double best =
        maxOrder == REAL_ORDERS
            ? RdpConversion.minimiseOverReals(
                    order -> RdpConversion.epsilonAtOrder(order, at(order), delta))
                .value()
            : RdpConversion.minimiseOverIntegers(
                    maxOrder, order -> RdpConversion.epsilonAtOrder(order, at(order), delta))
                .value();
    return Math.max(0, Math.min(best, maxDivergence));
  }

  double delta(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon must be at least 0 but is " + epsilon);
    }
    if (epsilon >= maxDivergence) {
      return 0;
    }
    return maxOrder == REAL_ORDERS
        ? RdpConversion.minimiseOverReals(
                order -> RdpConversion.deltaAtOrder(order, at(order), epsilon))
            .value()
        : RdpConversion.minimiseOverIntegers(
                maxOrder, order -> RdpConversion.deltaAtOrder(order, at(order), epsilon))
            .value();
  }
}
