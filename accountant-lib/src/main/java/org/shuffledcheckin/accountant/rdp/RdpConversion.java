package org.shuffledcheckin.accountant.rdp;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * Converts Rényi divergence to (epsilon, delta) by the bound of Canonne, Kamath and Steinke (2020,
 * Proposition 12), valid order by order; the search over orders can only make the result larger than
 * the best one, never smaller than the truth.
 */
public final class RdpConversion {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private RdpConversion() {}

  /**
   * Returns the epsilon that a divergence at one order implies at delta. May be negative, which only
   * says that the order is not the right one: callers take the smallest over orders and then floor
   * it at 0.
   */
  public static double epsilonAtOrder(double order, double rdp, double delta) {
    requireOrder(order);
    requireDelta(delta);
    return rdp
        + (-Math.log(delta) + (order - 1) * Math.log1p(-1 / order) - Math.log(order)) / (order - 1);
  }

  /** Returns the delta that a divergence at one order implies at epsilon, at most 1. */
  public static double deltaAtOrder(double order, double rdp, double epsilon) {
    requireOrder(order);
    double log =
        (order - 1) * (rdp - epsilon) + (order - 1) * Math.log1p(-1 / order) - Math.log(order);
    return Math.min(1, Math.exp(log));
  }

  /** A value together with the order at which it was found. */
  public record AtOrder(double order, double value) {}

  /**
   * Searches the integer orders 2 to {@code maxOrder} for the smallest objective: a geometric sweep,
   * then every gap beside the best point is closed. Exact for objectives that fall and then rise.
   */
  public static AtOrder minimiseOverIntegers(int maxOrder, IntToDoubleFunction objective) {
    int[] points = sweep(2, maxOrder);
    while (true) {
      AtOrder best = new AtOrder(points[0], objective.applyAsDouble(points[0]));
      int bestIndex = 0;
      for (int i = 1; i < points.length; i++) {
        double value = objective.applyAsDouble(points[i]);
        if (value < best.value()) {
          best = new AtOrder(points[i], value);
          bestIndex = i;
        }
      }
      int low = points[Math.max(0, bestIndex - 1)];
      int high = points[Math.min(points.length - 1, bestIndex + 1)];
      if (high - low <= 2 || points[points.length - 1] - points[0] < points.length) {
        return best;
      }
      points = sweep(low, high);
    }
  }

  /** Searches real orders above 1 by golden section on log(order − 1), after a coarse sweep. */
  public static AtOrder minimiseOverReals(DoubleUnaryOperator objective) {
    double from = Math.log(1e-3);
    double to = Math.log(1e7);
    int steps = 60;
    double width = (to - from) / steps;
    AtOrder best = new AtOrder(2, objective.applyAsDouble(2));
    double centre = 0;
    for (int i = 0; i <= steps; i++) {
      double order = 1 + Math.exp(from + i * width);
      double value = objective.applyAsDouble(order);
      if (value < best.value()) {
        best = new AtOrder(order, value);
        centre = from + i * width;
      }
    }
    double a = centre - width;
    double b = centre + width;
    while (b - a > 1e-9) {
      double left = b - GOLDEN * (b - a);
      double right = a + GOLDEN * (b - a);
      double atLeft = objective.applyAsDouble(1 + Math.exp(left));
      double atRight = objective.applyAsDouble(1 + Math.exp(right));
      if (atLeft < best.value()) {
        best = new AtOrder(1 + Math.exp(left), atLeft);
      }
      if (atRight < best.value()) {
        best = new AtOrder(1 + Math.exp(right), atRight);
      }
      if (atLeft <= atRight) {
        b = right;
      } else {
        a = left;
      }
    }
    return best;
  }

  /** About a dozen integers from low to high, both included, evenly spread in the logarithm. */
  private static int[] sweep(int low, int high) {
    if (high - low <= 8) {
      int[] all = new int[high - low + 1];
      for (int i = 0; i < all.length; i++) {
        all[i] = low + i;
      }
      return all;
    }
    int steps = 12;
    int[] points = new int[steps + 1];
    int count = 0;
    for (int i = 0; i <= steps; i++) {
      int point = (int) Math.round(low * Math.pow((double) high / low, (double) i / steps));
      if (count == 0 || point > points[count - 1]) {
        points[count++] = point;
      }
    }
    return Arrays.copyOf(points, count);
  }

  static void requireOrder(double order) {
    if (!(order > 1 && order < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("order must be finite and above 1 but is " + order);
    }
  }

  static void requireDelta(double delta) {
    if (!(delta > 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1] but is " + delta);
    }
  }
}
