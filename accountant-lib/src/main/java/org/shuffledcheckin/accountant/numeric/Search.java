package org.shuffledcheckin.accountant.numeric;

import java.util.function.DoublePredicate;
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
   * Narrows a condition that turns from false to true between low and high to the given width, or
   * to neighbouring doubles, and returns the end where it holds.
   */
  public static double smallest(double low, double high, double width, DoublePredicate condition) {
    double left = low;
    double right = high;
    while (right - left > width) {
      double middle = left + 0.5 * (right - left);
      if (middle <= left || middle >= right) {
        break;
      }
      if (condition.test(middle)) {
        right = middle;
      } else {
        left = middle;
      }
    }
    return right;
  }

  /** The same for a condition that turns from true to false. */
  public static double largest(double low, double high, double width, DoublePredicate condition) {
    return -smallest(-high, -low, width, x -> condition.test(-x));
  }
}
