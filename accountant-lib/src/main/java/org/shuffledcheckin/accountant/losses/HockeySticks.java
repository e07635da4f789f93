package org.shuffledcheckin.accountant.losses;

import java.util.Arrays;

/**
 * A bound on the hockey sticks of one round, from one side: a piecewise linear function of what the
 * factor exceeds 1 by. A profile is convex and never rises, so chords bound it from above and
 * tangents from below. Immutable by agreement.
 */
final class HockeySticks {
  private final double[] excess;
  private final double[] value;

  private HockeySticks(double[] excess, double[] value) {
    this.excess = excess;
    this.value = value;
  }

  /**
   * From above, by the chords between some points; beyond the last one by its value.
   *
   * @param at the points, rising from 0
   * @param value at least the profile, at each of them
   */
  static HockeySticks chords(double[] at, double[] value) {
    return new HockeySticks(at, value);
  }

  /**
   * From below, by the tangents at some points; 0 where the last one has come down to it.
   *
   * @param at the points, rising from 0
   * @param value of a convex function below the profile, at each of them
   * @param slope of the same function
   */
  static HockeySticks tangents(double[] at, double[] value, double[] slope) {
    int last = at.length - 1;
    double[] excess = new double[last + 2];
    double[] least = new double[last + 2];
    least[0] = value[0];
    for (int i = 1; i <= last; i++) {
      double width = at[i] - at[i - 1];
      double part = (value[i] - slope[i] * width - value[i - 1]) / (slope[i - 1] - slope[i]);
      // Where the two lines are one, they meet everywhere.
      part = part > 0 && part < width ? part : 0.5 * width;
      excess[i] = at[i - 1] + part;
      least[i] = Math.min(value[i - 1] + slope[i - 1] * part, value[i] - slope[i] * (width - part));
    }
    excess[last + 1] = at[last] - (slope[last] < 0 ? value[last] / slope[last] : 0);
    return new HockeySticks(excess, least);
  }

  /**
   * Whether this bound from below and a slack are, at every factor, at least a share of the profile
   * that the other one bounds from above. Between two points of this bound the profile is convex
   * and the bound a line, so they come closest at a point.
   */
  boolean cover(HockeySticks other, double share, double slack) {
    int last = excess.length - 1;
    for (int i = 0; i <= last; i++) {
      double room = i == last ? slack : value[i] + slack;
      if (!(share * other.at(excess[i]) <= room)) {
        return false;
      }
    }
    return true;
  }

  /** The integral over all factors beyond a point, for a bound that ends at 0. */
  double integralBeyond(double from) {
    double sum = 0;
    for (int i = excess.length - 1; i > 0 && excess[i] > from; i--) {
      double low = Math.max(from, excess[i - 1]);
      sum += 0.5 * (excess[i] - low) * (value[i] + at(low));
    }
    return sum;
  }

  /** The bound at a factor; beyond the last point, its value there. */
  double at(double point) {
    int found = Arrays.binarySearch(excess, point);
    if (found >= 0) {
      return value[found];
    }
    int next = -found - 1;
    if (next == excess.length) {
      return value[next - 1];
    }
    double part = (point - excess[next - 1]) / (excess[next] - excess[next - 1]);
    return value[next - 1] + part * (value[next] - value[next - 1]);
  }

  /** The last point. */
  double end() {
    return excess[excess.length - 1];
  }
}
