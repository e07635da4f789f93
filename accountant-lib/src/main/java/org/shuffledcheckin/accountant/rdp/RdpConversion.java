package org.shuffledcheckin.accountant.rdp;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.Arguments;

/**
 * Converts Rényi divergence to (epsilon, delta) by the bound of Canonne, Kamath and Steinke (2020,
 * Proposition 12), valid order by order; the search over orders can only make the result larger
 * than the best one, never smaller than the truth.
 */
public final class RdpConversion {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private RdpConversion() {}

  /**
   * Returns the epsilon that a divergence at one order implies at delta. May be negative, which
   * only says that the order is not the right one: callers take the smallest over orders and then
   * floor it at 0.
   */
  public static double epsilonAtOrder(double order, double rdp, double delta) {
    Arguments.requireOrder(order);
    Arguments.requireRate("delta", delta);
    return rdp
        + (-Math.log(delta) + (order - 1) * Math.log1p(-1 / order) - Math.log(order)) / (order - 1);
  }

  /** A value together with the order at which it was found. */
  record AtOrder(double order, double value) {}

  /**
   * Searches the integer orders 2 to {@code maxOrder} for the smallest objective: a geometric
   * sweep, then a golden section between the neighbours of the best point. Exact for objectives
   * that fall and then rise.
   */
  static AtOrder minimiseOverIntegers(int maxOrder, IntToDoubleFunction objective) {
    Map<Integer, Double> known = new HashMap<>();
    IntToDoubleFunction once = order -> known.computeIfAbsent(order, objective::applyAsDouble);
    int[] points = sweep(maxOrder);
    int best = 0;
    for (int i = 1; i < points.length; i++) {
      best = once.applyAsDouble(points[i]) < once.applyAsDouble(points[best]) ? i : best;
    }
    int low = points[Math.max(0, best - 1)];
    int high = points[Math.min(points.length - 1, best + 1)];
    while (high - low > 3) {
      int left = high - (int) Math.round(GOLDEN * (high - low));
      int right = Math.max(left + 1, low + (int) Math.round(GOLDEN * (high - low)));
      if (once.applyAsDouble(left) <= once.applyAsDouble(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    for (int order = low; order <= high; order++) {
      known.computeIfAbsent(order, objective::applyAsDouble);
    }
    return known.entrySet().stream()
        .map(entry -> new AtOrder(entry.getKey(), entry.getValue()))
        .min(Comparator.comparingDouble(AtOrder::value))
        .orElseThrow();
  }

  /** Searches real orders above 1 by golden section on log(order − 1), after a coarse sweep. */
  static AtOrder minimiseOverReals(DoubleUnaryOperator objective) {
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

  /** About a dozen integers from 2 to the last, evenly spread in the logarithm. */
  private static int[] sweep(int last) {
    int steps = 12;
    return IntStream.rangeClosed(0, steps)
        .map(i -> (int) Math.round(2 * Math.pow(last / 2.0, (double) i / steps)))
        .distinct()
        .toArray();
  }
}
