package org.shuffledcheckin.accountant.sound;

import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.pld.Composition;

/**
 * A run that differs from one with known losses only with a small probability.
 *
 * <p>If on either data set the true run and the known run can be coupled to agree except with
 * probability eta, then delta(epsilon) of the true run is at most that of the known run plus (1 +
 * e^epsilon) eta: once for leaving the true run, once, weighted, for coming back.
 *
 * @param known the run whose losses are known
 * @param eta bounds the probability of a difference over all rounds
 * @param method names the analysis
 */
record Coupled(Composition known, double eta, String method) {
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
    double here = Math.min(1, bound.applyAsDouble(epsilon) + price(epsilon));
    if (price(epsilon) <= NOTICEABLE * here) {
      return here;
    }
    double low = 0;
    double high = Math.min(epsilon, LARGEST_EXPONENT);
    for (int i = 0; i < PRICE_STEPS; i++) {
      double middle = 0.5 * (low + high);
      if (known.renyiDelta(middle) > price(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.min(here, bound.applyAsDouble(high) + price(high));
  }

  private double price(double epsilon) {
    return eta == 0 ? 0 : eta * (1 + Math.exp(epsilon));
  }

  /**
   * Epsilon appears on both sides: it has to hold with the price at epsilon itself. Iterating from
   * below approaches the smallest solution; a little more than the limit then proves itself.
   */
  private double epsilon(double delta, DoubleUnaryOperator bound) {
    if (eta == 0) {
      return bound.applyAsDouble(delta);
    }
    double negligible = 1e-9 * delta;
    double quick = bound.applyAsDouble(delta - negligible);
    if (price(quick) <= negligible) {
      return quick;
    }
    double epsilon = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
      double room = delta - price(epsilon);
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
