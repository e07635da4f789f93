package org.shuffledcheckin.accountant.numeric;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongPredicate;

/** Searches over monotone conditions; each says which side of the answer it returns. */
public final class Search {
  private Search() {}

  /**
   * The smallest integer in [low, high] for which a condition that turns true once holds; high if
   * it holds nowhere below.
   */
  public static long smallest(long low, long high, LongPredicate condition) {
    long left = low;
    long right = high;
    while (left < right) {
      long middle = left + (right - left) / 2;
      if (condition.test(middle)) {
        right = middle;
      } else {
        left = middle + 1;
      }
    }
    return right;
  }

  /** The largest integer in [low, high] for which a condition that holds at low still holds. */
  public static long largest(long low, long high, LongPredicate condition) {
    return smallest(low + 1, high + 1, k -> !condition.test(k)) - 1;
  }

  /**
   * Narrows a condition that turns from false to true between low and high to the given relative
   * width, and returns the end where it holds.
   */
  public static double smallest(
      double low, double high, double relativeWidth, DoublePredicate condition) {
    double left = low;
    double right = high;
    while (wide(left, right, relativeWidth)) {
      double middle = left + 0.5 * (right - left);
      if (condition.test(middle)) {
        right = middle;
      } else {
        left = middle;
      }
    }
    return right;
  }

  /**
   * Narrows a condition that turns from true to false between low and high to the given relative
   * width, and returns the end where it holds.
   */
  public static double largest(
      double low, double high, double relativeWidth, DoublePredicate condition) {
    double left = low;
    double right = high;
    while (wide(left, right, relativeWidth)) {
      double middle = left + 0.5 * (right - left);
      if (condition.test(middle)) {
        left = middle;
      } else {
        right = middle;
      }
    }
    return left;
  }

  /**
   * The root of a function of which low and high have different signs, to the last few digits, by
   * bisection: slow, and impossible to lead astray.
   */
  public static double root(double low, double high, DoubleUnaryOperator function) {
    boolean rising = function.applyAsDouble(high) >= 0;
    return smallest(low, high, 0, x -> (function.applyAsDouble(x) >= 0) == rising);
  }

  private static boolean wide(double left, double right, double relativeWidth) {
    double middle = left + 0.5 * (right - left);
    return middle > left
        && middle < right
        && right - left > relativeWidth * Math.max(Math.abs(left), Math.abs(right));
  }
}
