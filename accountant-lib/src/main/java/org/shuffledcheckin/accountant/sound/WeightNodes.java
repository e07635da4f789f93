package org.shuffledcheckin.accountant.sound;

/**
 * Collects a law on an interval as masses at nodes. Each point is split on the two nodes around it
 * so that its mean stays: sound for every quantity that is convex in the point.
 */
final class WeightNodes {
  private final double[] nodes;
  private final double[] masses;

  private WeightNodes(double[] nodes) {
    this.nodes = nodes;
    this.masses = new double[nodes.length];
  }

  /** Evenly spaced nodes. */
  static WeightNodes even(double low, double high, int cells) {
    double[] nodes = new double[cells + 1];
    for (int i = 0; i < cells; i++) {
      nodes[i] = low + i * (high - low) / cells;
    }
    nodes[cells] = high;
    return new WeightNodes(nodes);
  }

  /**
   * Nodes between which neither a probability nor its complement changes by more than a relative
   * width, except for complements below the smallest that matters.
   */
  static WeightNodes ofProbabilities(double low, double high, double width, double smallest) {
    double from = logOdds(low);
    // A complement below the spacing of doubles is none.
    double most = 1 - Math.max(smallest, 0x1p-52);
    double to = Math.max(from, logOdds(Math.min(high, most)));
    int cells = 1 + (int) Math.ceil((to - from) / width);
    double[] nodes = new double[cells + 1];
    nodes[0] = low;
    for (int i = 1; i < cells; i++) {
      double node = 1 / (1 + Math.exp(-(from + (to - from) * i / (cells - 1))));
      nodes[i] = Math.max(nodes[i - 1], Math.min(high, node));
    }
    nodes[cells] = high;
    return new WeightNodes(nodes);
  }

  private static double logOdds(double probability) {
    return Math.log(probability) - Math.log1p(-probability);
  }

  void add(double point, double mass) {
    int low = 0;
    int high = nodes.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (nodes[middle] <= point) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double width = nodes[high] - nodes[low];
    double share = width > 0 ? Math.min(1, Math.max(0, (point - nodes[low]) / width)) : 1;
    masses[low] += mass * (1 - share);
    masses[high] += mass * share;
  }

  int count() {
    return nodes.length;
  }

  double node(int i) {
    return nodes[i];
  }

  double mass(int i) {
    return masses[i];
  }
}
