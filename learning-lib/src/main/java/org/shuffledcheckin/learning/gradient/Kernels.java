package org.shuffledcheckin.learning.gradient;

/** The few operations that take the time, each over whole arrays. Stateless. */
interface Kernels {
  /**
   * Returns how many columns {@link #multiply} works on at a time; a power of two that all inner
   * dimensions are padded to.
   */
  int panel();

  /**
   * Computes {@code out[r][c] = bias[c] + sum over k of x[r][k] * w[k][c]} for each row r and
   * column c.
   *
   * @param rowsAt where in {@code x} each row of {@code inner} numbers begins; rows may overlap
   * @param inner an even number
   * @param w panel after panel of columns, each with {@code inner} rows: see {@link #packedIndex}
   * @param width columns, a multiple of the panel
   */
  void multiply(
      float[] x,
      int[] rowsAt,
      int rows,
      int inner,
      float[] w,
      int width,
      float[] bias,
      float[] out);

  /** Returns where the weight of input k and column c stands for {@link #multiply}. */
  default int packedIndex(int k, int c, int inner) {
    int panel = panel();
    return (c / panel * inner + k) * panel + c % panel;
  }

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

  /**
   * Copies the strip at each corner to {@code target}, one strip after the other.
   *
   * @param source rows that lie {@code pitch} numbers apart
   * @param corners where each strip begins
   * @param run numbers of a strip that lie together
   * @param runs how many such runs a strip has, one per source row
   */
  void gather(float[] source, int pitch, int[] corners, int run, int runs, float[] target);

  /**
   * Computes the maximum of each window, channel by channel.
   *
   * @param taps for each position of the output, where the channels of its window's cells begin
   * @param window cells of a window
   * @param stride numbers per position, in and out alike
   */
  void maxPool(float[] in, int[] taps, int window, float[] out, int stride);

  /**
   * Adds the gradient of each maximum to the first cell of its window that has that value, in
   * {@code inGradient}.
   */
  void routeToMax(
      float[] in,
      int[] taps,
      int window,
      float[] out,
      float[] outGradient,
      float[] inGradient,
      int stride);
}
