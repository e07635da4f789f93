package org.shuffledcheckin.accountant.sound;

import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.numeric.Upward;
import org.shuffledcheckin.accountant.pld.Composition;

/**
 * A run that is close to one with known losses: delta(epsilon) is at most that of the known run
 * with a mass at infinite loss, plus a slack.
 *
 * @param known the run whose losses are known
 * @param mass what that run has at infinite loss beside them
 * @param slack what is to be added to delta
 * @param method names the analysis
 */
record ApproximateComposition(Composition known, LossMass mass, DeltaSlack slack, String method) {
  private static final int MOST_STEPS = 200;
  private static final int SLACK_STEPS = 30;
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

  /** What holds at a smaller epsilon holds at a larger one, where the slack may be huge. */
  private double delta(double epsilon, DoubleUnaryOperator finite) {
    DoubleUnaryOperator bound = at -> mass.withFinite(finite.applyAsDouble(at));
    double here = Math.min(1, Upward.plus(bound.applyAsDouble(epsilon), slack.at(epsilon)));
    if (slack.at(epsilon) <= NOTICEABLE * here) {
      return here;
    }
    double low = 0;
    double high = Math.min(epsilon, LARGEST_EXPONENT);
    for (int i = 0; i < SLACK_STEPS; i++) {
      double middle = 0.5 * (low + high);
      if (known.renyiDelta(middle) > slack.at(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.min(here, Upward.plus(bound.applyAsDouble(high), slack.at(high)));
  }

  /**
   * Epsilon appears on both sides: it has to hold with the slack at epsilon itself. Iterating from
   * below approaches the smallest solution; a little more than the limit then proves itself.
   */
  private double epsilon(double delta, DoubleUnaryOperator finite) {
    DoubleUnaryOperator bound = at -> ofFinite(at, finite);
    if (slack.isNone()) {
      return bound.applyAsDouble(delta);
    }
    double negligible = 1e-9 * delta;
    double quick = bound.applyAsDouble(delta - negligible);
    if (slack.at(quick) <= negligible) {
      return quick;
    }
    double epsilon = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
      double room = Math.nextDown(delta - slack.at(epsilon));
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

  /** What is left of delta for finite losses may be nothing. */
  private double ofFinite(double delta, DoubleUnaryOperator finite) {
    double room = mass.finiteRoom(delta);
    return room > 0 ? finite.applyAsDouble(room) : Double.POSITIVE_INFINITY;
  }
}
