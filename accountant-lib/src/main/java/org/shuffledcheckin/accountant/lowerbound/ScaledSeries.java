package org.shuffledcheckin.accountant.lowerbound;

import java.util.Arrays;

/**
 * Holds the coefficients of a power series with non-negative terms, each as mantissa times a power
 * of two, so that moments like exp(10^7) neither overflow nor cost an exponential per operation.
 */
final class ScaledSeries {
  private static final double LOG_2 = Math.log(2);

  /** Terms may differ from the unit of a sum by this many binary orders. */
  private static final long WIDEST = 900;

  private static final long ZERO_EXPONENT = Long.MIN_VALUE / 8;

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

  /** Sets {@code this[target] = factor · Σ left[i]·right[total−i]} over i in [from, to]. */
  void setConvolution(
      int target,
      double factor,
      ScaledSeries left,
      ScaledSeries right,
      int total,
      int from,
      int to) {
    setConvolution(target, factor, left, right, total, from, to, 0, 1);
  }

  /**
   * Sets {@code this[target] = factor · Σ (slope·i + offset)·left[i]·right[total−i]} over i in
   * [from, to]. The weights must not be negative: then no digit is lost.
   */
  void setConvolution(
      int target,
      double factor,
      ScaledSeries left,
      ScaledSeries right,
      int total,
      int from,
      int to,
      double slope,
      double offset) {
    long unit = likelyExponent(left, right, total, from, to);
    double sum = sum(left, right, total, from, to, slope, offset, unit);
    if (!(sum < Double.POSITIVE_INFINITY)) {
      unit = largestExponent(left, right, total, from, to);
      sum = sum(left, right, total, from, to, slope, offset, unit);
    }
    set(target, factor * sum, unit);
  }

  /** The sum in units of 2^unit; NaN if some term is too large for that unit. */
  private static double sum(
      ScaledSeries left,
      ScaledSeries right,
      int total,
      int from,
      int to,
      double slope,
      double offset,
      long unit) {
    double sum = 0;
    for (int i = from; i <= to; i++) {
      long gap = unit - left.exponents[i] - right.exponents[total - i];
      if (gap < WIDEST) {
        if (gap < -WIDEST) {
          return Double.NaN;
        }
        double scale = Double.longBitsToDouble((1023 - gap) << 52);
        sum += (slope * i + offset) * left.mantissas[i] * right.mantissas[total - i] * scale;
      }
    }
    return sum;
  }

  /** A unit that nearly always serves: the largest of a few terms. */
  private static long likelyExponent(
      ScaledSeries left, ScaledSeries right, int total, int from, int to) {
    int middle = (from + to) >>> 1;
    long ends =
        Math.max(
            left.exponents[from] + right.exponents[total - from],
            left.exponents[to] + right.exponents[total - to]);
    return Math.max(ends, left.exponents[middle] + right.exponents[total - middle]);
  }

  private static long largestExponent(
      ScaledSeries left, ScaledSeries right, int total, int from, int to) {
    long largest = 2 * ZERO_EXPONENT;
    for (int i = from; i <= to; i++) {
      largest = Math.max(largest, left.exponents[i] + right.exponents[total - i]);
    }
    return largest;
  }
}
