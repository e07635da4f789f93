package org.shuffledcheckin.accountant.sums;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/** The law of an integer, exactly but for doubles: what tests compare bounds with. */
final class SumLaw {
  /** Beyond this many standard deviations of one report a law is cut: below 1e-40. */
  private static final double REACH = 13.5;

  private final int half;
  private final double[] masses;

  private SumLaw(int half) {
    this.half = half;
    this.masses = new double[2 * half + 1];
  }

  /** The noise of a sum of so many reports: discrete Gaussians, convolved. */
  static SumLaw noise(double s, int reports, int room) {
    int reach = (int) Math.ceil(REACH * s);
    SumLaw one = new SumLaw(reach);
    double total = 0;
    for (int z = -reach; z <= reach; z++) {
      one.masses[z + reach] = Math.exp(-z * z / (2 * s * s));
      total += one.masses[z + reach];
    }
    for (int i = 0; i < one.masses.length; i++) {
      one.masses[i] /= total;
    }
    SumLaw sum = one;
    for (int i = 1; i < reports; i++) {
      sum = sum.plus(one);
    }
    SumLaw wide = new SumLaw(sum.half + room);
    System.arraycopy(sum.masses, 0, wide.masses, room, sum.masses.length);
    return wide;
  }

  private SumLaw plus(SumLaw other) {
    SumLaw sum = new SumLaw(half + other.half);
    for (int i = 0; i < masses.length; i++) {
      for (int j = 0; j < other.masses.length; j++) {
        sum.masses[i + j] += masses[i] * other.masses[j];
      }
    }
    return sum;
  }

  /** The mixture of shifts of this law, each shift weighted. */
  SumLaw mixed(int lowest, int highest, int step, IntToDoubleFunction weight) {
    SumLaw mixture = new SumLaw(half);
    for (int shift = lowest; shift <= highest; shift += step) {
      double probability = weight.applyAsDouble(shift);
      for (int i = Math.max(0, shift);
          probability > 0 && i < masses.length + Math.min(0, shift);
          i++) {
        mixture.masses[i] += probability * masses[i - shift];
      }
    }
    return mixture;
  }

  /** Draws from this law. */
  int draw(SplittableRandom random) {
    double left = random.nextDouble();
    int i = 0;
    while (i + 1 < masses.length && left >= masses[i]) {
      left -= masses[i++];
    }
    return i - half;
  }

  /** The hockey stick of this law and another at an order. */
  double hockeyStick(SumLaw other, double order) {
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      sum += Math.max(0, masses[i] - order * other.masses[i]);
    }
    return sum;
  }
}
