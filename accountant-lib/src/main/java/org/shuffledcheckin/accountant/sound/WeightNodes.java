package org.shuffledcheckin.accountant.sound;

/**
 * Collects a law on an interval as masses at evenly spaced nodes. Each point is split on the two
 * nodes around it so that its mean stays: sound for every quantity that is convex in the point.
 */
final class WeightNodes {
  private final double low;
  private final double width;
  private final double[] masses;

  WeightNodes(double low, double high, int cells) {
    this.low = low;
    this.width = (high - low) / cells;
    this.masses = new double[cells + 1];
  }

  void add(double point, double mass) {
    if (!(width > 0)) {
      masses[masses.length - 1] += mass;
      return;
    }
    double position = Math.min(masses.length - 1, Math.max(0, (point - low) / width));
    int cell = Math.min(masses.length - 2, (int) position);
    double share = position - cell;
    masses[cell] += mass * (1 - share);
    masses[cell + 1] += mass * share;
  }

  int count() {
    return masses.length;
  }

  double node(int i) {
    return low + i * width;
  }

  double mass(int i) {
    return masses[i];
  }
}
