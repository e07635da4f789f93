package org.shuffledcheckin.accountant.sound;

import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.pld.Composition;

/**
 * A run that is nearly one with known losses: delta(epsilon) is at most that of the known run plus
 * a price.
 *
 * @param known the run whose losses are known
 * @param price what is to be added to delta
 * @param method names the analysis
 */
record Coupled(Composition known, Price price, String method) {
  private static final int MOST_STEPS = 200;
  private static final int PRICE_STEPS = 30;
  private static final double NOTICEABLE = 0.01;
  private static final double LARGEST_EXPONENT = 1400;

  /** The smallest epsilon at delta by privacy losses. */
  double epsilon(double delta) {
    return epsilon(delta, known::epsilon);
  }

  /** The smallest epsilon at delta by Renyi divergences. */
  double renyiEpsilon(double delta) {
    return epsilon(delta, known::renyiEpsilon);
  }

  /** The smallest delta at epsilon by privacy losses. */
  double delta(double epsilon) {
    return delta(epsilon, known::delta);
  }

  /** The smallest delta at epsilon by Renyi divergences. */
  double renyiDelta(double epsilon) {
    return delta(epsilon, known::renyiDelta);
  }

  /** What holds at a smaller epsilon holds at a larger one, where the price may be absurd. */
  private double delta(double epsilon, DoubleUnaryOperator bound) {
    double here = Math.min(1, bound.applyAsDouble(epsilon) + price.at(epsilon));
    if (price.at(epsilon) <= NOTICEABLE * here) {
      return here;
    }
    double low = 0;
    double high = Math.min(epsilon, LARGEST_EXPONENT);
    for (int i = 0; i < PRICE_STEPS; i++) {
      double middle = 0.5 * (low + high);
      if (known.renyiDelta(middle) > price.at(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.min(here, bound.applyAsDouble(high) + price.at(high));
  }

  /**
   * Epsilon appears on both sides: it has to hold with the price at epsilon itself. Iterating from
   * below approaches the smallest solution; a little more than the limit then proves itself.
   */
  private double epsilon(double delta, DoubleUnaryOperator bound) {
    if (price.isNone()) {
      return bound.applyAsDouble(delta);
    }
    double negligible = 1e-9 * delta;
    double quick = bound.applyAsDouble(delta - negligible);
    if (price.at(quick) <= negligible) {
      return quick;
    }
    double epsilon = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
      double room = delta - price.at(epsilon);
      if (!(room > 0)) {
        return Double.POSITIVE_INFINITY;
      }
      double next = bound.applyAsDouble(room);
      if (next <= epsilon) {
        return epsilon;
      }
      epsilon = next * (1 + 1e-7);
    }
    return Double.POSITIVE_INFINITY;
  }
}
