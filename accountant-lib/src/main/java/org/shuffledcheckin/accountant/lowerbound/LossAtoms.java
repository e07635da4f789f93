package org.shuffledcheckin.accountant.lowerbound;

import java.util.Arrays;
import org.shuffledcheckin.accountant.numeric.CompensatedSum;

/**
 * Collects the privacy loss of one actual pair of outputs: how large, and how often under the first
 * law. Outcomes may be left out; that only lowers the divergence. So does lowering losses and
 * masses, and both are lowered by more than computing them can have added: then what is collected
 * are exact numbers.
 */
final class LossAtoms {
  /** What masses are lowered by, relatively: far above the errors of the laws they come from. */
  private static final double RESERVE = 0x1p-36;

  /** Bounds relative errors of likelihood ratios and of a few operations. */
  static final double ROUNDING = 0x1p-45;

  private double[] losses = new double[1024];
  private double[] masses = new double[1024];
  private int size;
  private double lowered;

  /**
   * Adds an outcome with its mass under the first law and its loss log(P/Q).
   *
   * @param doubt bounds the error of the loss
   */
  void add(double loss, double mass, double doubt) {
    if (!(mass > 0) || Double.isInfinite(loss)) {
      return;
    }
    if (size == losses.length) {
      losses = Arrays.copyOf(losses, 2 * size);
      masses = Arrays.copyOf(masses, 2 * size);
    }
    losses[size] = loss - doubt;
    masses[size] = mass * (1 - RESERVE);
    lowered += 2 * mass * doubt;
    size++;
  }

  /**
   * Bounds from above how much more of the kept outcomes there is under the first law than under
   * the second. Of rates of a Poisson process the likelihood ratio is smaller by the exponential of
   * that.
   */
  double excess() {
    CompensatedSum sum = new CompensatedSum();
    for (int i = 0; i < size; i++) {
      double difference = -masses[i] * Math.expm1(-losses[i]);
      sum.add(difference);
      sum.add(Math.abs(difference) * 0x1p-50);
    }
    return Math.max(0, sum.value() + lowered);
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
