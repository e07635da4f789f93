package org.shuffledcheckin.accountant.paper;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.SecondOrder;

/**
 * Evaluates the paper's Lemma 1, printed there as a conversion from (epsilon, delta) to Rényi
 * divergence.
 *
 * <p>What the value really is: the <em>smallest</em> Rényi divergence that any pair of laws with
 * this hockey-stick divergence can have (Asoodeh et al. 2021). It therefore bounds nothing from
 * above. With delta = 0 it is 0 for every epsilon, although randomised response has positive
 * divergence. Kind PAPER, and the reason why everything built on it is PAPER too.
 */
public final class ConversionLemma {
  private static final int MAX_ITERATIONS = 200;

  /** Beyond this the moment is summed as logarithms; exp would overflow at 709. */
  private static final double LARGE_EXPONENT = 600;

  /**
   * The minimum of the lemma's objective.
   *
   * @param value the lemma's "Rényi divergence"
   * @param argument the probability r at which it is attained
   */
  public record Minimum(double value, double argument) {}

  private final double order;
  private final double epsilon;
  private final double delta;
  private final double growth;

  private ConversionLemma(double order, double epsilon, double delta) {
    this.order = Arguments.requireOrder(order);
    this.epsilon = Arguments.requireEpsilon(epsilon);
    this.delta = Arguments.requireNonNegative("delta", delta);
    this.growth = -Math.expm1(-epsilon);
  }

  /** Returns the lemma's value; infinite for delta at or above 1. */
  public static double value(double order, double epsilon, double delta) {
    return minimum(order, epsilon, delta).value();
  }

  /** Returns the lemma's value and where the minimum is attained. */
  public static Minimum minimum(double order, double epsilon, double delta) {
    ConversionLemma lemma = new ConversionLemma(order, epsilon, delta);
    if (delta == 0) {
      return new Minimum(0, 0);
    }
    if (delta >= 1 || epsilon == Double.POSITIVE_INFINITY) {
      return new Minimum(Double.POSITIVE_INFINITY, 1);
    }
    if (order * delta >= 1) {
      return new Minimum(epsilon - Math.log1p(-delta), 1);
    }
    return lemma.minimise();
  }

  /** Finds the root of the slope; its sign change is bracketed, so the search cannot run away. */
  private Minimum minimise() {
    double low = Math.log((order - 1) * delta) - Math.log1p(-order * delta);
    double atLow = slope(low);
    if (atLow >= 0) {
      return minimumAt(low);
    }
    double step = 0.5;
    double high = low + step;
    double atHigh = slope(high);
    while (atHigh <= 0 && high < 750) {
      low = high;
      atLow = atHigh;
      step *= 2;
      high = low + step;
      atHigh = slope(high);
    }
    return minimumAt(root(low, atLow, high, atHigh));
  }

  /** Illinois' variant of the false position. */
  private double root(double from, double atFrom, double to, double atTo) {
    double low = from;
    double high = to;
    double atLow = atFrom;
    double atHigh = atTo;
    int lastSide = 0;
    for (int i = 0; i < MAX_ITERATIONS && high - low > 1e-13 * Math.max(1, Math.abs(low)); i++) {
      double middle = (low * atHigh - high * atLow) / (atHigh - atLow);
      if (!(middle > low && middle < high) || i > 40) {
        middle = 0.5 * (low + high);
      }
      double value = slope(middle);
      if (value == 0) {
        return middle;
      }
      if (value < 0) {
        low = middle;
        atLow = value;
        atHigh = lastSide < 0 ? atHigh / 2 : atHigh;
        lastSide = -1;
      } else {
        high = middle;
        atHigh = value;
        atLow = lastSide > 0 ? atLow / 2 : atLow;
        lastSide = 1;
      }
    }
    return 0.5 * (low + high);
  }

  /**
   * Slope of the objective in w = r − delta, divided by a positive factor, at u = log(w/(1 − r)).
   *
   * <p>The slope is 1 − exp(−z) − (order−1)·delta/w, where z and the last term agree to first order
   * when epsilon and delta/w are small; their second-order remainders are compared instead.
   */
  private double slope(double u) {
    double w = (1 - delta) / (1 + Math.exp(-u));
    double rest = (1 - delta) / (1 + Math.exp(u));
    double y = delta / w;
    double gap = epsilon + Math.log1p((delta + w * growth) / rest);
    double a = -(order - 1) * Math.expm1(-gap);
    double b = SecondOrder.log1pMinus(a) - (order - 1) * SecondOrder.expm1Plus(gap);
    double z = (order - 1) * Math.log1p(y) - b;
    if (z > 0.5) {
      return -Math.expm1(-z) - (order - 1) * y;
    }
    return (order - 1) * SecondOrder.log1pMinus(y) - b - SecondOrder.expm1Plus(z);
  }

  private Minimum minimumAt(double u) {
    double w = (1 - delta) / (1 + Math.exp(-u));
    double rest = (1 - delta) / (1 + Math.exp(u));
    double logX = epsilon + Math.log1p(delta / w);
    double logY = -Math.log1p((delta + w * growth) / rest);
    double q = w * Math.exp(-epsilon);
    double value;
    if (order * logX > LARGE_EXPONENT) {
      double first = Math.log(delta + w) + (order - 1) * logX;
      double second = Math.log(rest) + (order - 1) * logY;
      value = first + LogSpace.log1pExp(second - first);
    } else {
      double excess =
          q * SecondOrder.powerExcess(order, logX)
              + (rest + delta + w * growth) * SecondOrder.powerExcess(order, logY);
      value = Math.log1p(excess);
    }
    return new Minimum(value / (order - 1), delta + w);
  }
}
