package org.shuffledcheckin.accountant.lowerbound;

import java.util.Arrays;

/**
 * Holds the coefficients of a power series with non-negative terms, each as mantissa times a power
 * of two, so that moments like exp(10^7) neither overflow nor cost an exponential per operation.
 */
final class ScaledSeries {
  private static final double LOG_2 = Math.log(2);

  /** Terms this many binary orders below the largest change nothing in a double. */
  private static final long NEGLIGIBLE = 200;

  private static final long ZERO_EXPONENT = Long.MIN_VALUE / 4;

  /** A factor that depends on the index of the left coefficient. */
  @FunctionalInterface
  interface Weight {
    double at(int index);
  }

  private final double[] mantissas;
  private final long[] exponents;

  ScaledSeries(int size) {
    mantissas = new double[size];
    exponents = new long[size];
    Arrays.fill(exponents, ZERO_EXPONENT);
  }

  int size() {
    return mantissas.length;
  }

  void set(int index, double mantissa, long exponent) {
    if (mantissa == 0) {
      mantissas[index] = 0;
      exponents[index] = ZERO_EXPONENT;
      return;
    }
    int shift = Math.getExponent(mantissa);
    mantissas[index] = Math.scalb(mantissa, -shift);
    exponents[index] = exponent + shift;
  }

  /** Sets a coefficient to exp(log). */
  void setExp(int index, double log) {
    if (log == Double.NEGATIVE_INFINITY) {
      set(index, 0, 0);
      return;
    }
    long exponent = (long) Math.floor(log / LOG_2);
    set(index, Math.exp(log - exponent * LOG_2), exponent);
  }

  /** Natural logarithm of a coefficient; negative infinity for 0. */
  double log(int index) {
    return mantissas[index] == 0
        ? Double.NEGATIVE_INFINITY
        : Math.log(mantissas[index]) + exponents[index] * LOG_2;
  }

  /** Sets {@code this[target] = factor · other[index]}. */
  void setScaled(int target, double factor, ScaledSeries other, int index) {
    set(target, factor * other.mantissas[index], other.exponents[index]);
  }

  /** Sets {@code this[target] = factor · left[i] · right[j]}. */
  void setProduct(int target, double factor, ScaledSeries left, int i, ScaledSeries right, int j) {
    set(
        target,
        factor * left.mantissas[i] * right.mantissas[j],
        left.exponents[i] + right.exponents[j]);
  }

  /**
   * Sets {@code this[target] = factor · Σ weight(i)·left[i]·right[total−i]} over i from {@code
   * from} to {@code to}. The weights must not be negative: then no digit is lost.
   */
  void setConvolution(
      int target,
      double factor,
      ScaledSeries left,
      ScaledSeries right,
      int total,
      int from,
      int to,
      Weight weight) {
    long largest = ZERO_EXPONENT;
    for (int i = from; i <= to; i++) {
      largest = Math.max(largest, left.exponents[i] + right.exponents[total - i]);
    }
    if (largest <= ZERO_EXPONENT / 2) {
      set(target, 0, 0);
      return;
    }
    double sum = 0;
    for (int i = from; i <= to; i++) {
      long gap = largest - left.exponents[i] - right.exponents[total - i];
      if (gap < NEGLIGIBLE) {
        sum += weight.at(i) * left.mantissas[i] * right.mantissas[total - i] * powerOfHalf(gap);
      }
    }
    set(target, factor * sum, largest);
  }

  /** 2^−gap by writing the exponent field; gap is in [0, 200). */
  private static double powerOfHalf(long gap) {
    return Double.longBitsToDouble((1023 - gap) << 52);
  }
}
