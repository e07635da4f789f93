package org.shuffledcheckin.learning.gradient;

/** The few operations that take the time, each over whole arrays. Stateless. */
interface Kernels {
  /** Returns the width that inner dimensions are padded to; always a power of two. */
  int lanes();

  /**
   * Computes {@code out[r] = bias + sum over k of x[r][k] * w[k]} for each row r.
   *
   * @param x rows of {@code inner} numbers
   * @param w {@code inner} rows of {@code width} numbers; width is a multiple of the lanes
   */
  void multiply(float[] x, int rows, int inner, float[] w, int width, float[] bias, float[] out);

  /**
   * Computes {@code out[outAt + i] = sum over j of values[j] * rows[offsets[j] + i]} for i in [0,
   * width).
   */
  void combine(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int width);

  /** Computes {@code out[r] = sum over i of w[at + r * width + i] * x[i]} for each row r. */
  void rowDots(float[] w, int at, int rows, int width, float[] x, float[] out);

  /** Computes {@code out[at + r * width + i] = d[r] * x[i]} for each row r. */
  void outer(float[] d, int rows, float[] x, int width, float[] out, int at);

  /** Computes {@code sums[i] += addend[addendAt + i]} at {@code at}, for i in [0, width). */
  void add(float[] sums, int at, float[] addend, int addendAt, int width);

  /** Replaces negative values by 0. */
  void rectify(float[] values, int length);

  /** Sets {@code gradient} to 0 where {@code output} is not positive. */
  void maskByPositive(float[] gradient, float[] output, int length);

  /** Computes {@code out[outAt + i] = max over taps t of in[taps[t] + i]}, for i in [0, width). */
  void maxOfTaps(float[] in, int[] taps, float[] out, int outAt, int width);

  /**
   * Adds {@code outGradient[outAt + i]} to the gradient of the first tap whose value is the
   * maximum, for i in [0, width).
   */
  void routeToMax(
      float[] in,
      int[] taps,
      float[] out,
      float[] outGradient,
      int outAt,
      float[] inGradient,
      int width);
}
