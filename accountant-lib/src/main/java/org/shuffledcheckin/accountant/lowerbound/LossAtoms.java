package org.shuffledcheckin.accountant.lowerbound;

import java.util.Arrays;

/**
 * Collects the privacy loss of one actual pair of outputs: how large, and how often under the first
 * law. Outcomes may be left out; that only lowers the divergence.
 */
final class LossAtoms {
  private double[] losses = new double[1024];
  private double[] masses = new double[1024];
  private int size;

  /** Adds an outcome with its mass under the first law and its loss log(P/Q). */
  void add(double loss, double mass) {
    if (!(mass > 0) || Double.isInfinite(loss)) {
      return;
    }
    if (size == losses.length) {
      losses = Arrays.copyOf(losses, 2 * size);
      masses = Arrays.copyOf(masses, 2 * size);
    }
    losses[size] = loss;
    masses[size] = mass;
    size++;
  }

  int size() {
    return size;
  }

  double loss(int index) {
    return losses[index];
  }

  double mass(int index) {
    return masses[index];
  }

  /** Smallest and largest loss. */
  double[] range() {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      low = Math.min(low, losses[i]);
      high = Math.max(high, losses[i]);
    }
    return new double[] {low, high};
  }
}
